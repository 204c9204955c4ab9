import type { Execution } from "../../ledger/execution.ts";
import { param, type ParamSpecs } from "../../primitives/param.ts";
import { ceilToStep, snapToStep } from "../../primitives/rounding.ts";
import type { Feed } from "../../market/feed.ts";
import type { FillPlace, FillTerms } from "../fill-terms.ts";
import { type AnyModel, type Model, type ModelSettings, resolveModel } from "../model.ts";
import { type ModelBar } from "../last-bar.ts";
import {
  type CustomPart,
  ownFunctions,
  ownPart,
  type PartDefinition,
  type PartOptions,
  invalidReturn,
} from "../custom-part.ts";
import type { Order } from "../order.ts";

/**
 * Function that returns the slippage against the trader, as a price difference per unit and never negative. `sign` is 1
 * to buy, -1 to sell.
 */
export type Distance = (sign: 1 | -1, price: number, quantity: number) => number;

/**
 * Fill for which a custom model computes slippage, with the bar used; for a fill at an open that is the bar before. A
 * run reuses one object for all fills, so copy numbers to keep them.
 */
export interface SlippedFill extends ModelBar {
  /** Side of the order: 1 to buy, -1 to sell. */
  readonly sign: 1 | -1;
  /** Price before slippage, and number of units to fill. */
  readonly price: number;
  readonly quantity: number;
  /** Whether the order fills inside the bar used or at its close, so that high and low bound the price. */
  readonly inside: boolean;
  /** Units of the bar's volume that earlier fills used, if the settings limit volume. */
  readonly taken: number;
}

/** Definition of a custom slippage model. */
export interface SlippageDefinition<O extends PartOptions = PartOptions> extends PartDefinition<O> {
  /**
   * Returns the slippage against you, as a price difference of at least 0. The function must be pure: the same answer
   * for the same fill.
   */
  readonly distance: (this: void, fill: SlippedFill, options: O) => number;
}

/**
 * Defines a custom slippage model for the setting `slippage`. Results record its name, its options and a hash of its
 * function. If runs use threads or queues, export the model from the strategy's file.
 *
 * @example
 * const halfPercent = defineSlippage({
 *   name: "share-of-price",
 *   options: { share: 0.005 },
 *   distance: ({ price }, { share }) => Math.abs(price) * share,
 * });
 * backtest(strategy, data, { slippage: halfPercent });
 */
export function defineSlippage<const O extends PartOptions = {}>(definition: SlippageDefinition<O>): CustomPart {
  const { distance } = definition;
  return ownPart("slippage", definition, { distance });
}

/** Fill that is passed to a custom slippage model. A run uses one object for all fills. */
class SlippedFillView implements SlippedFill {
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

  set(terms: FillTerms, sign: 1 | -1, price: number, quantity: number): void {
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

/** Slippage model with parameters. */
interface SlippageModel<P extends ParamSpecs> extends Model<P, Distance> {
  /** Whether a limit order stays open while it would slip beyond its limit, with `limitSlippage: "by-model"`. */
  readonly keepsLimits?: true;
  /** Whether the model has no slippage for instruments without a tick. */
  readonly needsTick?: true;
}

const model = <const P extends ParamSpecs>(row: SlippageModel<P>): SlippageModel<P> => row;

/** Slippage models by name. */
export const slippages: Readonly<
  Record<string, AnyModel<Distance> & Pick<SlippageModel<ParamSpecs>, "keepsLimits" | "needsTick">>
> = {
  amount: model({
    name: "amount",
    title: "Fixed price difference",
    params: {
      amount: param.number({ default: 0.01, min: 0, description: "price difference per unit, against the trader" }),
    },
    create:
      ({ amount }) =>
      () =>
        amount,
  }),
  bps: model({
    name: "bps",
    title: "Basis points of the price",
    params: {
      bps: param.number({ default: 1, min: 0, max: 10_000, description: "basis points of the price; 1 is 0.01%" }),
    },
    create:
      ({ bps }) =>
      (_sign, price) =>
        Math.abs(price) * bps * 1e-4,
  }),
  custom: model({
    name: "custom",
    title: "Custom function",
    params: {},
    usesTerms: true,
    custom: true,
    create: (part: CustomPart, terms) => {
      const { distance } = ownFunctions("slippage", part) as SlippageDefinition;
      const { options = {} } = part;
      const fill = new SlippedFillView();
      return (sign, price, quantity) => {
        fill.set(terms, sign, price, quantity);
        const answer: unknown = distance(fill, options);
        if (typeof answer === "number" && Number.isFinite(answer) && answer >= 0) return answer;
        throw invalidReturn("slippage", part, "a finite number of at least 0", answer, terms);
      };
    },
  }),
  none: model({ name: "none", title: "No slippage", params: {}, create: () => () => 0 }),
  /** Treats bar prices as midpoints: an order that takes liquidity pays half the spread. */
  spread: model({
    name: "spread",
    title: "Half of the spread",
    params: {
      spread: param.number({ default: 0.01, min: 0, description: "ask price minus bid price" }),
    },
    create:
      ({ spread }) =>
      () =>
        spread / 2,
  }),
  ticks: model({
    name: "ticks",
    title: "Fixed number of ticks",
    params: {
      ticks: param.number({
        default: 1,
        min: 0,
        max: 10_000,
        description: "number of ticks by which the price moves against the trader",
      }),
    },
    usesTerms: true,
    needsTick: true,
    create:
      ({ ticks }, terms) =>
      () =>
        ticks * terms.tick,
  }),
  /**
   * Moves the price by the square of the share of a bar's volume that this and earlier orders fill. At an open the bar
   * before counts, since the new bar's volume is unknown. The price stays within the bar unless `beyondBar`. In a bar
   * without volume, the price moves as if the fill took the whole volume. Source: zipline's volume-share slippage.
   */
  "volume-share": model({
    name: "volume-share",
    title: "Price impact that grows with the square of the fill's share of the bar's volume",
    params: {
      impact: param.number({
        default: 0.1,
        min: 0,
        max: 100,
        description: "price change if fills take the bar's whole volume, as a share of the price",
      }),
      beyondBar: param.boolean({
        default: false,
        description: "whether slippage may move the price out of the bar's range",
      }),
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

/** Rule for the slippage of limit orders. */
interface LimitRule {
  /** Whether an order that fills at its limit has slippage. */
  readonly slips: boolean;
  /** Returns the worst price to which a fill at a limit may slip, multiplied by the sign. */
  worst(limit: number): number;
  /**
   * Whether an order may fill at a price, with price and limit multiplied by the sign; otherwise the order stays open.
   * A missing limit accepts any price.
   */
  accepts(price: number, limit: number): boolean;
  /** Notes that a bar triggers an order. */
  noteTriggered(order: Pick<Order, "reached">): void;
  /**
   * Texts that say at which price a limit order fills, and what happens to the quantity that volume leaves unfilled.
   */
  readonly fillText: string;
  readonly unfilledText: string;
}

const unbounded = (): number => Infinity;
const anyPrice = (): boolean => true;
const within = (price: number, limit: number): boolean => !(price - limit > 0);
const noChange = (): void => {};
/** After a close has reached its limit, the order accepts every later close. */
const staysReached = (order: Pick<Order, "reached">): void => {
  order.reached = true;
};

const SLIPS: LimitRule = {
  slips: true,
  worst: unbounded,
  accepts: anyPrice,
  noteTriggered: noChange,
  fillText: "its limit or better, before slippage",
  unfilledText: "",
};

/** Rules for the slippage of limit orders, by the setting's value. The slippage model gives `keepsLimits`. */
export const limitSlippages = {
  none: () => ({ ...SLIPS, slips: false, fillText: "its limit or better" }),
  slips: () => SLIPS,
  waits: () => ({ ...SLIPS, accepts: within }),
  "to-limit": () => ({ ...SLIPS, worst: (limit: number) => limit }),
  "by-model": (keepsLimits: boolean) => ({
    ...SLIPS,
    accepts: keepsLimits ? within : anyPrice,
    noteTriggered: staysReached,
    unfilledText: keepsLimits
      ? ""
      : ", and the quantity left unfilled for lack of volume fills at later closes, at any price",
  }),
} as const satisfies Readonly<Record<string, (keepsLimits: boolean) => LimitRule>>;

/** Function that returns the worst price that slippage may reach, multiplied by the sign. */
type Reach = (feed: Feed, sign: 1 | -1, place: FillPlace) => number;

/** Limits of slippage, by the setting's value. */
export const slippageReaches = {
  unbounded,
  // At the open of a bar its range is unknown.
  bar: (feed, sign, place) => (place === "open" ? Infinity : sign * (sign === 1 ? feed.high : feed.low)[feed.closed]!),
} as const satisfies Readonly<Record<string, Reach>>;

interface TickRule {
  /** Returns the step to which prices after slippage are rounded, or 0 for none. */
  step(tick: number): number;
  /** Rounds the prices of a new order to steps. */
  roundPrices(order: OrderPrices): void;
}

type OrderPrices = Pick<Order, "feed" | "sign" | "limitPrice" | "stopPrice">;

const noStep = (): number => 0;

/** Rules for rounding prices to ticks, by the setting's value. */
export const tickRoundings = {
  fills: { step: (tick) => tick, roundPrices() {} },
  orders: { step: noStep, roundPrices: toSteps },
  none: { step: noStep, roundPrices() {} },
} as const satisfies Readonly<Record<string, TickRule>>;

/** Settings that select the slippage rules. */
export interface SlippageChoices {
  readonly slippage: ModelSettings;
  readonly limitSlippage: keyof typeof limitSlippages;
  readonly slippageReach: keyof typeof slippageReaches;
  readonly tickRounding: keyof typeof tickRoundings;
}

/** Slippage rules of a run: slippage, ticks and limits. */
export class Slippage {
  /** Whether the slippage model reads the terms of the fill, which the broker then must set. */
  readonly usesTerms: boolean;
  /** Whether the slippage model has no effect on instruments without a tick. */
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

  /** Rounds the prices of a resting order. */
  roundPrices(order: OrderPrices): void {
    this.#ticks.roundPrices(order);
  }

  /** Notes that a bar triggers an order. */
  noteTriggered(order: Pick<Order, "reached">): void {
    this.#limits.noteTriggered(order);
  }

  /** Returns the price after slippage of `quantity` units. `slips` is false for an order that fills at its limit. */
  priceOf({ sign, feed }: Order, price: number, quantity: number, slips: boolean): number {
    if (!slips && !this.#limits.slips) return price;
    const slippage = this.#distance(sign, price, quantity);
    return slippage === 0 ? price : slipped(price, sign, slippage, this.#ticks.step(feed.instrument.tick));
  }

  /** Applies slippage to the price of an execution. The execution's slippage includes what rounding to a tick adds. */
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
   * Applies slippage within the bounds of the bar and the limit, if the settings say so. Returns whether the order
   * fills at that price; otherwise the order stays open.
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
    return this.#limits.accepts(sign * execution.price, limit);
  }

  /** Text that says at which price a limit order fills. */
  get limitFillText(): string {
    return this.#limits.fillText;
  }

  /** Text that says what happens to the quantity of a triggered limit order that volume leaves unfilled. */
  get unfilledLimitText(): string {
    return this.#limits.unfilledText;
  }
}

/** Returns the price after slippage, rounded to the next step that is not better. */
function slipped(price: number, sign: 1 | -1, slippage: number, step: number): number {
  const worse = price + sign * slippage;
  if (step === 0) return worse;
  return sign * ceilToStep(sign * worse, step);
}

/** Price step for instruments without a tick. */
const CENT = 0.01;
/** A price less than a twentieth of a step below the next step rounds up to that step. */
const REACH = 0.95 - 0.5;
/** Tolerance that keeps binary noise from moving a price exactly a twentieth of a step away. */
const NOISE = 10 * Number.EPSILON;

/**
 * Rounds the prices of an order in favor of the trader: the limit of a buy and the stop of a sell down, all others up.
 * Source: zipline's rounding of order prices.
 */
function toSteps(order: OrderPrices): void {
  const step = order.feed.instrument.tick || CENT;
  order.limitPrice = onStep(order.limitPrice, order.sign === 1, step);
  order.stopPrice = onStep(order.stopPrice, order.sign === -1, step);
}

/** Rounds a price to a step. NaN stays NaN. */
function onStep(price: number, down: boolean, step: number): number {
  const reach = REACH * step - NOISE;
  const steps = (price - (down ? reach : -reach)) / step;
  const below = Math.floor(steps);
  return snapToStep(step * (steps - below >= 0.5 ? below + 1 : below), step);
}
