import { MISSING } from "../../primitives/column.ts";
import { LastBar, type ModelBar } from "../last-bar.ts";
import type { OrderKind } from "../order-record.ts";
import type { Order } from "../order.ts";
import {
  type CustomPart,
  ownFunctions,
  ownPart,
  type PartDefinition,
  type PartOptions,
  invalidReturn,
} from "../custom-part.ts";
import { AT_OPEN, matchStop, NOTE, type BarMatch } from "./fills.ts";

/**
 * Triggered order with its bar, which custom fill rules read. A run reuses one object for all orders, so copy numbers
 * to keep them.
 */
export interface ReachedOrder extends ModelBar {
  /** Side of the order: 1 to buy, -1 to sell. */
  readonly sign: 1 | -1;
  /** Limit and stop price of the order, or NaN. For a trailing stop, `stop` is its current stop price. */
  readonly limit: number;
  readonly stop: number;
  /** Price at which the settings would fill the order, or NaN if they would not fill it in this bar. */
  readonly standard: number;
}

/**
 * Function that returns the price, before slippage, at which an order fills in a bar that reaches it; undefined if the
 * order does not fill in that bar.
 */
type FillRule<O> = (this: void, order: ReachedOrder, options: O) => number | undefined;

/** Definition of custom fill rules. */
export interface FillsDefinition<O extends PartOptions = PartOptions> extends PartDefinition<O> {
  /**
   * Rules by order type. A limit order triggers when the bar touches the limit, any other order when the bar touches
   * the stop. Types without a rule fill as the settings say.
   */
  readonly limit?: FillRule<O>;
  readonly stop?: FillRule<O>;
  readonly stopLimit?: FillRule<O>;
  readonly trailingStop?: FillRule<O>;
}

/**
 * Defines custom fill rules for the setting `fills`, one for each order type that you name. A price must lie inside the
 * bar, and for a limit order at the limit or better. Market orders and single prices, such as those of auctions, follow
 * the settings. Rules must be pure: the same answer for the same order. Results record the name, the options and a hash
 * of the functions. If runs use threads or queues, export the rules from the strategy's file.
 *
 * @example
 * const harshStops = defineFills({
 *   name: "harsh-stops",
 *   options: { share: 0.5 },
 *   stop: ({ sign, standard, high, low }, { share }) => standard + share * ((sign === 1 ? high : low) - standard),
 * });
 * backtest(strategy, data, { fills: harshStops });
 */
export function defineFills<const O extends PartOptions = {}>(definition: FillsDefinition<O>): CustomPart {
  const { limit, stop, stopLimit, trailingStop } = definition;
  return ownPart("fills", definition, { limit, stop, stopLimit, trailingStop });
}

class ReachedOrderView extends LastBar implements ReachedOrder {
  sign: 1 | -1 = 1;
  limit = 0.5;
  stop = 0.5;
  standard = 0.5;
}

/** Matches orders by custom fill rules. */
export class CustomFills {
  readonly #part: CustomPart;
  readonly #rules: Readonly<Partial<Record<OrderKind, FillRule<PartOptions>>>>;
  readonly #options: PartOptions;
  readonly #view = new ReachedOrderView();
  #positions: readonly { readonly quantity: number }[] = [];

  constructor(part: CustomPart) {
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

  /** Sets the positions of a run, by the index of their instrument. */
  begin(positions: readonly { readonly quantity: number }[]): void {
    this.#positions = positions;
  }

  /**
   * Matches an order against the bar that just closed, as `matchBar` of its type does. `open` is the price from which
   * the order is active.
   */
  match(order: Order, open: number, match: BarMatch): boolean {
    const { feed, type } = order;
    const bar = feed.closed;
    const triggers = type.matchBar(order, open, feed.high[bar]!, feed.low[bar]!, feed.close[bar]!, match);
    return this.applyRule(order, open, triggers, match);
  }

  /** Matches an order by the custom rule of its type. `triggers` tells whether the settings would trigger the order. */
  applyRule(order: Order, open: number, triggers: boolean, match: BarMatch): boolean {
    const { feed, type, sign, limitPrice, stopPrice, triggered } = order;
    const rule = this.#rules[type.name];
    const isLimit = type.fields.limitPrice === "required" && (type.fields.stopPrice === "refused" || triggered);
    // What remains of a triggered stop order is a market order.
    if (rule === undefined || (triggered && !isLimit)) return triggers;
    const high = feed.high[feed.closed]!;
    const low = feed.low[feed.closed]!;
    const standard = triggers ? match.price : MISSING[0]!;
    if (isLimit ? !reachesLevel(limitPrice, -sign, open, high, low) : !reachesLevel(stopPrice, sign, open, high, low))
      return triggers;
    this.#set(order, open, standard);
    const answer: unknown = rule(this.#view, this.#options);
    if (answer === undefined && (isLimit || limitPrice !== limitPrice)) return false;
    if (answer !== undefined && !(typeof answer === "number" && answer >= low && answer <= high))
      throw this.#invalid(
        order,
        open,
        standard,
        "a price inside the bar, or undefined if the order does not fill",
        answer,
      );
    if (answer !== undefined && ((answer as number) - limitPrice) * sign > 0)
      throw this.#invalid(order, open, standard, `a price at the limit of ${limitPrice} or better`, answer);
    if (!triggers && isLimit) {
      match.atOpen = (open - limitPrice) * sign <= 0;
      match.level = match.atOpen ? open : limitPrice;
      match.heading = -sign as 1 | -1;
      match.adverse = match.slips = match.triggers = false;
    } else if (!triggers) matchStop(sign, stopPrice, open, high, low, AT_OPEN, match);
    match.price = (answer as number | undefined) ?? MISSING[0]!;
    match.atOpen &&= answer === open;
    match.note = NOTE.custom;
    return true;
  }

  #set({ feed, sign, limitPrice, stopPrice }: Order, open: number, standard: number): void {
    const view = this.#view;
    view.read(feed, this.#positions[feed.index]?.quantity ?? 0);
    view.open = open;
    view.sign = sign;
    view.limit = limitPrice;
    view.stop = stopPrice;
    view.standard = standard;
  }

  #invalid(order: Order, open: number, standard: number, must: string, answer: unknown): Error {
    this.#set(order, open, standard);
    return invalidReturn(
      "fills",
      this.#part,
      `${must}, for the ${order.type.name} order ${order.id}`,
      answer,
      this.#view,
    );
  }
}

/** Whether a bar that starts at `open` reaches a level on its way up (1) or down (-1). */
function reachesLevel(level: number, way: number, open: number, high: number, low: number): boolean {
  return (open - level) * way >= 0 || ((way === 1 ? high : low) - level) * way >= 0;
}
