import type { Execution } from "../../ledger/execution.ts";
import { param, type ParamSpecs } from "../../primitives/param.ts";
import { ceilToStep, snapToStep } from "../../primitives/rounding.ts";
import type { Feed } from "../../market/feed.ts";
import type { FillPlace, FillTerms } from "../fill-terms.ts";
import { type AnyModel, type Model, type ModelSettings, resolveModel } from "../model.ts";
import { type PartBar } from "../last-bar.ts";
import {
  type OwnPart,
  ownFunctions,
  ownPart,
  type PartDefinition,
  type PartOptions,
  wrongAnswer,
} from "../own-part.ts";
import type { Order } from "../order.ts";

/** What slippage adds against the trader, per unit of quantity and in price; never negative. `sign` is 1 to buy, -1 to sell. */
export type Distance = (sign: 1 | -1, price: number, quantity: number) => number;

/**
 * A fill as slippage of your own sees it, with the bar by which it is judged: of a fill at an open, the bar before. A run reuses
 * one object for all fills: copy numbers to keep them.
 */
export interface SlippedFill extends PartBar {
  /** 1 to buy, -1 to sell. */
  readonly sign: 1 | -1;
  /** The price before slippage, and the units that it is for. */
  readonly price: number;
  readonly quantity: number;
  /** It fills inside that bar, or at its end: its high and low bound the price. */
  readonly inside: boolean;
  /** Units of that bar that were filled before, where volume is limited. */
  readonly taken: number;
}

/** Slippage of your own. */
export interface SlippageDefinition<O extends PartOptions = PartOptions> extends PartDefinition<O> {
  /** What is added against you, in price and at least 0. Pure: the same answer for the same fill. */
  readonly distance: (this: void, fill: SlippedFill, options: O) => number;
}

/**
 * Settings of slippage that your own function computes. Results hold its name, its options and the hash of the function. For threads and queues export it
 * from the strategy's file.
 *
 * @example
 * const halfPercent = defineSlippage({
 *   name: "share-of-price",
 *   options: { share: 0.005 },
 *   distance: ({ price }, { share }) => Math.abs(price) * share,
 * });
 * backtest(strategy, data, { slippage: halfPercent });
 */
export function defineSlippage<const O extends PartOptions = {}>(definition: SlippageDefinition<O>): OwnPart {
  const { distance } = definition;
  return ownPart("slippage", definition, { distance });
}

/** What slippage of a program's own is given, in one object for all fills of a run. */
class SlippedCase implements SlippedFill {
  open = 0.5;
  high = 0.5;
  low = 0.5;
  close = 0.5;
  volume = 0.5;
  before = 0.5;
  held = 0.5;
  tick = 0.5;
  sign: 1 | -1 = 1;
  price = 0.5;
  quantity = 0.5;
  inside = false;
  taken = 0.5;

  see(terms: FillTerms, sign: 1 | -1, price: number, quantity: number): void {
    this.open = terms.open;
    this.high = terms.high;
    this.low = terms.low;
    this.close = terms.close;
    this.volume = terms.volume;
    this.before = terms.before;
    this.held = terms.held;
    this.tick = terms.tick;
    this.sign = sign;
    this.price = price;
    this.quantity = quantity;
    this.inside = terms.inside;
    this.taken = terms.barFilled;
  }
}

/** A way in which fills get worse than the price that triggered them. */
interface SlippageModel<P extends ParamSpecs> extends Model<P, Distance> {
  /** Where limits slip as the model says, one that would slip beyond its price waits. */
  readonly keepsLimits?: true;
  /** It is nothing where prices have no step. */
  readonly needsTick?: true;
}

const model = <const P extends ParamSpecs>(row: SlippageModel<P>): SlippageModel<P> => row;

/** Every way in which fills slip, by name. One row a model. */
export const slippages: Readonly<
  Record<string, AnyModel<Distance> & Pick<SlippageModel<ParamSpecs>, "keepsLimits" | "needsTick">>
> = {
  amount: model({
    name: "amount",
    title: "The same amount of any price",
    params: { amount: param.number({ default: 0.01, min: 0, description: "of the price, against the trader" }) },
    create:
      ({ amount }) =>
      () =>
        amount,
  }),
  bps: model({
    name: "bps",
    title: "Basis points of the price",
    params: { bps: param.number({ default: 1, min: 0, max: 10_000, description: "1 is a hundredth of a percent" }) },
    create:
      ({ bps }) =>
      (_sign, price) =>
        Math.abs(price) * bps * 1e-4,
  }),
  custom: model({
    name: "custom",
    title: "A function of your own",
    params: {},
    usesTerms: true,
    own: true,
    create: (part: OwnPart, terms) => {
      const { distance } = ownFunctions("slippage", part) as SlippageDefinition;
      const { options = {} } = part;
      const fill = new SlippedCase();
      return (sign, price, quantity) => {
        fill.see(terms, sign, price, quantity);
        const answer: unknown = distance(fill, options);
        if (typeof answer === "number" && Number.isFinite(answer) && answer >= 0) return answer;
        throw wrongAnswer("slippage", part, "a finite number of at least 0", answer, terms);
      };
    },
  }),
  none: model({ name: "none", title: "No slippage", params: {}, create: () => () => 0 }),
  /** Prices of bars are taken for the middle: who takes pays half of what lies between bid and ask. */
  spread: model({
    name: "spread",
    title: "Half of the distance between bid and ask",
    params: {
      spread: param.number({ default: 0.01, min: 0, description: "distance between bid and ask, in price" }),
    },
    create:
      ({ spread }) =>
      () =>
        spread / 2,
  }),
  ticks: model({
    name: "ticks",
    title: "Steps of the instrument's price",
    params: { ticks: param.number({ default: 1, min: 0, max: 10_000, description: "steps against the trader" }) },
    usesTerms: true,
    needsTick: true,
    create:
      ({ ticks }, terms) =>
      () =>
        ticks * terms.tick,
  }),
  /**
   * The price moves with the square of the share of the bar's volume that is filled by then, of this order and those before it. Of a fill at an open the bar before counts, since nobody
   * knows yet how much the new one will trade. A price is not moved beyond what the bar traded, unless that is asked for. Where there is no
   * volume it moves as if the fill were all of it.
   * Source: the volume-share model of zipline.
   */
  "volume-share": model({
    name: "volume-share",
    title: "By the square of the share of the bar's volume",
    params: {
      impact: param.number({
        default: 0.1,
        min: 0,
        max: 100,
        description: "share of the price, for a fill of all the volume",
      }),
      beyondBar: param.boolean({ default: false, description: "the price may leave the bar" }),
    },
    usesTerms: true,
    keepsLimits: true,
    create:
      ({ impact, beyondBar }, terms) =>
      (sign, price, quantity) => {
        const share = terms.volume > 0 ? Math.min(1, (terms.barFilled + quantity) / terms.volume) : 1;
        const moved = impact * share * share * Math.abs(price);
        if (beyondBar || !terms.inside) return moved;
        const room = sign > 0 ? terms.high - price : price - terms.low;
        return Math.max(0, Math.min(moved, room));
      },
  }),
};

/** How limits slip. */
interface LimitRule {
  /** Whether an order slips that is met at a limit. */
  readonly slips: boolean;
  /** The worst price that an order may slip to which is met at a limit; of prices times their sign. */
  worst(limit: number): number;
  /** Whether an order fills at a price, of prices times their sign; else it waits. A missing limit is beyond no price. */
  takes(price: number, limit: number): boolean;
  /** A bar has reached an order. */
  reach(order: Pick<Order, "reached">): void;
  /** In words: at which price a limit fills, and what becomes of what volume leaves of it. */
  readonly fillsAt: string;
  readonly leftOver: string;
}

const unbounded = (): number => Infinity;
const anyPrice = (): boolean => true;
const within = (price: number, limit: number): boolean => !(price - limit > 0);
const forgets = (): void => {};
/** From the close on that reached it, a limit meets all closes. */
const staysReached = (order: Pick<Order, "reached">): void => {
  order.reached = true;
};

const SLIPS: LimitRule = {
  slips: true,
  worst: unbounded,
  takes: anyPrice,
  reach: forgets,
  fillsAt: "its limit or better, before slippage",
  leftOver: "",
};

/** How limits slip, by the name that settings give it; for models of slippage that keep limits or do not. One row a way. */
export const limitSlippages = {
  none: () => ({ ...SLIPS, slips: false, fillsAt: "its limit or better" }),
  slips: () => SLIPS,
  waits: () => ({ ...SLIPS, takes: within }),
  "to-limit": () => ({ ...SLIPS, worst: (limit: number) => limit }),
  "by-model": (keepsLimits: boolean) => ({
    ...SLIPS,
    takes: keepsLimits ? within : anyPrice,
    reach: staysReached,
    leftOver: keepsLimits ? "" : ", and what volume leaves of it at those that follow, whatever they are",
  }),
} as const satisfies Readonly<Record<string, (keepsLimits: boolean) => LimitRule>>;

/** The worst price that slippage takes a fill to, times its sign. */
type Reach = (feed: Feed, sign: 1 | -1, place: FillPlace) => number;

/** How far slippage takes a fill, by the name that settings give it. One row a way. */
export const slippageReaches = {
  unbounded,
  // At an open that begins a bar nobody knows how far it goes.
  bar: (feed, sign, place) => (place === "open" ? Infinity : sign * (sign === 1 ? feed.high : feed.low)[feed.closed]!),
} as const satisfies Readonly<Record<string, Reach>>;

interface TickRule {
  /** The step on which slipped prices land; 0 for none. */
  step(tick: number): number;
  /** Puts the prices of an order on steps. */
  place(order: OrderPrices): void;
}

type OrderPrices = Pick<Order, "feed" | "sign" | "limitPrice" | "stopPrice">;

const noStep = (): number => 0;

/** What lands on ticks, by the name that settings give it. One row a way. */
export const tickRoundings = {
  fills: { step: (tick) => tick, place() {} },
  orders: { step: noStep, place: toSteps },
  none: { step: noStep, place() {} },
} as const satisfies Readonly<Record<string, TickRule>>;

/** The settings that choose this part. */
export interface SlippageChoices {
  readonly slippage: ModelSettings;
  readonly limitSlippage: keyof typeof limitSlippages;
  readonly slippageReach: keyof typeof slippageReaches;
  readonly tickRounding: keyof typeof tickRoundings;
}

/** What becomes of the price at which an order was met: slippage, ticks and limits. */
export class Slippage {
  /** It reads the terms of the fill, which must then be written. */
  readonly usesTerms: boolean;
  /** It is nothing where prices have no step. */
  readonly needsTick: boolean;
  readonly #distance: Distance;
  readonly #limits: LimitRule;
  readonly #reach: Reach;
  readonly #ticks: TickRule;

  constructor({ slippage, limitSlippage, slippageReach, tickRounding }: SlippageChoices, terms: FillTerms) {
    const { apply, usesTerms } = resolveModel("slippage", slippages, slippage, terms);
    this.usesTerms = usesTerms;
    this.needsTick = slippages[slippage.model]!.needsTick === true;
    this.#distance = apply;
    this.#limits = limitSlippages[limitSlippage](slippages[slippage.model]!.keepsLimits === true);
    this.#reach = slippageReaches[slippageReach];
    this.#ticks = tickRoundings[tickRounding];
  }

  /** Puts the prices of an order that rests where orders may stand. */
  place(order: OrderPrices): void {
    this.#ticks.place(order);
  }

  /** A bar has reached an order. */
  reach(order: Pick<Order, "reached">): void {
    this.#limits.reach(order);
  }

  /** The price after slippage of so many units; `slips` where it is not met at a limit. */
  priceOf({ sign, feed }: Order, price: number, quantity: number, slips: boolean): number {
    if (!slips && !this.#limits.slips) return price;
    const slippage = this.#distance(sign, price, quantity);
    return slippage === 0 ? price : slipped(price, sign, slippage, this.#ticks.step(feed.instrument.tick));
  }

  /** Moves the price of an execution as if it were of so many units; what a tick rounds away is slippage too. */
  slip(execution: Execution, order: Order, quantity: number, slips: boolean): void {
    const { sign } = order;
    const { price } = execution;
    const slippage = slips || this.#limits.slips ? this.#distance(sign, price, quantity) : 0;
    execution.slippage = slippage;
    if (slippage === 0) return;
    const step = this.#ticks.step(order.feed.instrument.tick);
    execution.price = slipped(price, sign, slippage, step);
    if (step > 0) execution.slippage = (execution.price - price) * sign;
  }

  /**
   * The same, brought back to what the bar traded, and at a limit to that, where the price may go no further. Returns whether the order fills there;
   * else it waits.
   */
  slipWithin(execution: Execution, order: Order, quantity: number, slips: boolean, place: FillPlace): boolean {
    const { feed, sign, limitPrice } = order;
    const before = execution.price;
    this.slip(execution, order, quantity, slips);
    const limit = sign * limitPrice;
    if (execution.slippage !== 0) {
      const reached = sign * execution.price;
      const most = Math.min(reached, this.#reach(feed, sign, place), slips ? Infinity : this.#limits.worst(limit));
      if (most !== reached) {
        execution.price = most * sign;
        execution.slippage = most - before * sign;
      }
    }
    return this.#limits.takes(sign * execution.price, limit);
  }

  /** In words: at which price a limit fills. */
  get limitFillsAt(): string {
    return this.#limits.fillsAt;
  }

  /** In words: what becomes of what volume leaves of a limit that was reached. */
  get limitLeftOver(): string {
    return this.#limits.leftOver;
  }
}

/** The price after slippage, on the next step that is no better. */
function slipped(price: number, sign: 1 | -1, slippage: number, step: number): number {
  const worse = price + sign * slippage;
  if (step === 0) return worse;
  return sign * ceilToStep(sign * worse, step);
}

/** What counts as a step of prices where an instrument has none. */
const CENT = 0.01;
/** A price that is less than a twentieth of a step short of the next one counts as that. */
const REACH = 0.95 - 0.5;
/** Keeps a price that is just a twentieth away on its own side. */
const NOISE = 10 * Number.EPSILON;

/**
 * Puts the prices of an order on steps, where they are better for the trader: the limit of a buy and the stop of a sell on the step below, the others on
 * the step above. Source: how zipline rounds the prices of orders.
 */
function toSteps(order: OrderPrices): void {
  const step = order.feed.instrument.tick || CENT;
  order.limitPrice = onStep(order.limitPrice, order.sign === 1, step);
  order.stopPrice = onStep(order.stopPrice, order.sign === -1, step);
}

/** A missing price stays missing. */
function onStep(price: number, down: boolean, step: number): number {
  const reach = REACH * step - NOISE;
  const steps = (price - (down ? reach : -reach)) / step;
  const below = Math.floor(steps);
  return snapToStep(step * (steps - below >= 0.5 ? below + 1 : below), step);
}
