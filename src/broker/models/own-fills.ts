import { MISSING } from "../../primitives/column.ts";
import { LastBar, type PartBar } from "../last-bar.ts";
import type { OrderKind } from "../order-record.ts";
import type { Order } from "../order.ts";
import {
  type OwnPart,
  ownFunctions,
  ownPart,
  type PartDefinition,
  type PartOptions,
  wrongAnswer,
} from "../own-part.ts";
import { AT_OPEN, meetStop, NOTE, type Touch } from "./fills.ts";

/** An order that a bar reaches, as fill rules of your own see it, with that bar. A run reuses one object for all orders: copy numbers to keep them. */
export interface ReachedOrder extends PartBar {
  /** 1 to buy, -1 to sell. */
  readonly sign: 1 | -1;
  /** Its prices; NaN for one that it does not have. Of a trailing stop: where it stands. */
  readonly limit: number;
  readonly stop: number;
  /** Price at which the settings would fill it; NaN where they would not in this bar. */
  readonly standard: number;
}

/** Price at which an order fills in a bar that reaches it, before slippage; undefined where it does not fill in that bar. */
type FillRule<O> = (this: void, order: ReachedOrder, options: O) => number | undefined;

/** Fill rules of your own. */
export interface FillsDefinition<O extends PartOptions = PartOptions> extends PartDefinition<O> {
  /** By type of order: limit orders are reached when the bar touches the limit, the others when it touches the stop. What is left out fills by the settings. */
  readonly limit?: FillRule<O>;
  readonly stop?: FillRule<O>;
  readonly stopLimit?: FillRule<O>;
  readonly trailingStop?: FillRule<O>;
}

/**
 * Fill rules that your own functions compute, for the setting `fills`: one for each type of order that you name. A price must lie inside the bar, and of a
 * limit at the limit or better. Where one price is all there is, as in an auction, and for market orders the settings decide. Pure: the same answer for the same order.
 * Results hold its name, its options and the hash of the functions. For threads and queues export it from the strategy's file.
 *
 * @example
 * const harshStops = defineFills({
 *   name: "harsh-stops",
 *   options: { share: 0.5 },
 *   stop: ({ sign, standard, high, low }, { share }) => standard + share * ((sign === 1 ? high : low) - standard),
 * });
 * backtest(strategy, data, { fills: harshStops });
 */
export function defineFills<const O extends PartOptions = {}>(definition: FillsDefinition<O>): OwnPart {
  const { limit, stop, stopLimit, trailingStop } = definition;
  return ownPart("fills", definition, { limit, stop, stopLimit, trailingStop });
}

class ReachedCase extends LastBar implements ReachedOrder {
  sign: 1 | -1 = 1;
  limit = 0.5;
  stop = 0.5;
  standard = 0.5;
}

/** How orders meet a bar by fill rules of a program's own. */
export class OwnFills {
  readonly #part: OwnPart;
  readonly #rules: Readonly<Partial<Record<OrderKind, FillRule<PartOptions>>>>;
  readonly #options: PartOptions;
  readonly #given = new ReachedCase();
  #positions: readonly { readonly quantity: number }[] = [];

  constructor(part: OwnPart) {
    const { limit, stop, stopLimit, trailingStop } = ownFunctions("fills", part) as FillsDefinition;
    this.#part = part;
    this.#options = part.options ?? {};
    this.#rules = {
      ...(limit && { limit }),
      ...(stop && { stop }),
      ...(stopLimit && { stop_limit: stopLimit }),
      ...(trailingStop && { trailing_stop: trailingStop }),
    };
  }

  get name(): string {
    return this.#part.name;
  }

  /** Tells of what is held: positions by the place of their instrument. */
  begin(positions: readonly { readonly quantity: number }[]): void {
    this.#positions = positions;
  }

  /** How an order meets the bar that its instrument just closed, as `meetBar` of its type; of one that came inside it, from the price `open` on. */
  meets(order: Order, open: number, touch: Touch): boolean {
    const { feed, type } = order;
    const bar = feed.closed;
    const met = type.meetBar(order, open, feed.high[bar]!, feed.low[bar]!, feed.close[bar]!, touch);
    return this.answers(order, open, met, touch);
  }

  /** The same of an order of which is known whether the settings fill it. */
  answers(order: Order, open: number, met: boolean, touch: Touch): boolean {
    const { feed, type, sign, limitPrice, stopPrice, triggered } = order;
    const rule = this.#rules[type.name];
    const isLimit = type.fields.limitPrice === "required" && (type.fields.stopPrice === "refused" || triggered);
    // What volume left of a stop that was reached is a market order.
    if (rule === undefined || (triggered && !isLimit)) return met;
    const high = feed.high[feed.closed]!;
    const low = feed.low[feed.closed]!;
    const standard = met ? touch.price : MISSING[0]!;
    if (isLimit ? !meetsAt(limitPrice, -sign, open, high, low) : !meetsAt(stopPrice, sign, open, high, low)) return met;
    this.#see(order, open, standard);
    const answer: unknown = rule(this.#given, this.#options);
    if (answer === undefined && (isLimit || limitPrice !== limitPrice)) return false;
    if (answer !== undefined && !(typeof answer === "number" && answer >= low && answer <= high))
      throw this.#wrong(order, open, standard, "a price inside the bar, or undefined where it does not fill", answer);
    if (answer !== undefined && ((answer as number) - limitPrice) * sign > 0)
      throw this.#wrong(order, open, standard, `a price at the limit of ${limitPrice} or better`, answer);
    if (!met && isLimit) {
      touch.atOpen = (open - limitPrice) * sign <= 0;
      touch.level = touch.atOpen ? open : limitPrice;
      touch.heading = -sign as 1 | -1;
      touch.adverse = touch.slips = touch.triggers = false;
    } else if (!met) meetStop(sign, stopPrice, open, high, low, AT_OPEN, touch);
    touch.price = (answer as number | undefined) ?? MISSING[0]!;
    touch.atOpen &&= answer === open;
    touch.note = NOTE.own;
    return true;
  }

  #see({ feed, sign, limitPrice, stopPrice }: Order, open: number, standard: number): void {
    const given = this.#given;
    given.look(feed, this.#positions[feed.index]?.quantity ?? 0);
    given.open = open;
    given.sign = sign;
    given.limit = limitPrice;
    given.stop = stopPrice;
    given.standard = standard;
  }

  #wrong(order: Order, open: number, standard: number, must: string, answer: unknown): Error {
    this.#see(order, open, standard);
    return wrongAnswer(
      "fills",
      this.#part,
      `${must}, for the ${order.type.name} order ${order.id}`,
      answer,
      this.#given,
    );
  }
}

/** Whether a bar comes to a level on its way up (1) or down (-1). */
function meetsAt(level: number, way: number, open: number, high: number, low: number): boolean {
  return (open - level) * way >= 0 || ((way === 1 ? high : low) - level) * way >= 0;
}
