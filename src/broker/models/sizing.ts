import { MISSING } from "../../primitives/column.ts";
import { floorToStep, snapToStep } from "../../primitives/rounding.ts";
import type { Commission } from "../commission/commission-model.ts";
import type { Order } from "../order.ts";
import { LastBar, type ModelBar } from "../last-bar.ts";
import {
  isOwnPart,
  type CustomPart,
  ownFunctions,
  ownPart,
  type PartDefinition,
  type PartOptions,
  invalidReturn,
} from "../custom-part.ts";
import { affordable, quantityOf, type Size } from "../sizing.ts";

/**
 * Function that converts a size to units, leaving the share `buffer` of equity unused. `spendable` is the most that may
 * be spent. All rules convert sizes by quantity and by risk alike, as `quantityOf` does.
 */
type Units = (
  order: SizedTerms,
  held: number,
  price: number,
  equity: number,
  spendable: number,
  commission: Commission,
  buffer: number,
) => number;

/** Fields of an order that decide how many units it has. */
type SizedTerms = Pick<Order, "size" | "feed" | "sign">;

/** Position to be brought to a target weight. */
export interface TargetCase {
  /** Share of equity to hold; negative to be short. */
  readonly weight: number;
  /** Units held, and units that open market orders will add. */
  readonly held: number;
  readonly pending: number;
  /** Value of one unit, and step of quantities. */
  readonly unit: number;
  readonly lot: number;
  /** Amount of which the weight is a share, before and after the buffer. */
  readonly equity: number;
  readonly spend: number;
  /** Equity that is not used as margin. */
  readonly free: number;
  /** Share of exposure that equity must cover. */
  readonly initialShare: number;
  /** Returns the commission of an order for a quantity. */
  readonly commission: (quantity: number) => number;
}

/**
 * Rule that returns the units to buy, negative to sell, which bring one position to its weight, whatever the other
 * positions.
 */
export type TargetRule = (target: TargetCase) => number;

/** Smallest change of margin, as a share of equity, for which LEAN orders. */
const LEAST_CHANGE = 0.001;
/** Distance from a whole lot, in lots, up to which zipline rounds to that lot. */
const NEAR = 1e-4;

/** Returns the most units that a share of equity pays for, including commission. */
const paysFor: Units = ({ size, feed: { instrument } }, _held, price, equity, spendable, commission, buffer) =>
  size.percent === undefined
    ? quantityOf(size, instrument, price, equity, spendable, commission)
    : affordable(Math.min(size.percent * equity * (1 - buffer), spendable), price, instrument, commission);

/**
 * Returns units worth a share of equity after the order's commission: units × price ≤ share × (1 − buffer) × (equity −
 * commission). Starts without commission and takes the commission of each try off the budget until the quantity fits.
 * The result may be less than the largest quantity that fits. Source: LEAN's SetHoldings.
 */
const netOfCommission: Units = (
  { size, feed: { instrument } },
  _held,
  price,
  equity,
  spendable,
  commission,
  buffer,
) => {
  const { percent } = size;
  if (percent === undefined) return quantityOf(size, instrument, price, equity, spendable, commission);
  const { lot, multiplier } = instrument;
  const unit = price * multiplier;
  if (!(unit > 0)) return 0;
  const share = percent * (1 - buffer);
  let budget = share * equity;
  let before = Infinity;
  for (;;) {
    const quantity = floorToStep(Math.max(0, Math.min(budget, spendable)) / unit, lot);
    if (quantity === 0 || quantity >= before) return quantity;
    budget = share * (equity - commission(quantity, price, multiplier));
    if (quantity * unit <= budget) return quantity;
    before = quantity;
  }
};

/**
 * Returns units worth a share of equity: share × equity ÷ price, rounded down to the lot. Commission is added to the
 * cost.
 */
const worth: Units = ({ size, feed: { instrument } }, _held, price, equity, spendable, commission, buffer) => {
  if (size.percent === undefined) return quantityOf(size, instrument, price, equity, spendable, commission);
  const unit = price * instrument.multiplier;
  const money = Math.min(size.percent * equity * (1 - buffer), spendable);
  return money > 0 && unit > 0 ? floorToStep(money / unit, instrument.lot) : 0;
};

/**
 * Returns units worth an amount or a share of equity; commission is added to the cost. A quantity within a
 * ten-thousandth of a whole lot becomes that lot, any other is rounded down. Source: zipline's order_value and
 * order_percent.
 */
const nearWorth: Units = ({ size, feed: { instrument } }, _held, price, equity, spendable, commission, buffer) => {
  const { percent, notional } = size;
  if (percent === undefined && notional === undefined)
    return quantityOf(size, instrument, price, equity, spendable, commission);
  const { lot, multiplier } = instrument;
  const unit = price * multiplier;
  const money = Math.min(notional ?? percent! * equity * (1 - buffer), spendable);
  if (!(money > 0) || !(unit > 0)) return 0;
  const lots = money / unit / lot;
  const near = Math.round(lots);
  return snapToStep((Math.abs(lots - near) <= NEAR ? near : Math.floor(lots)) * lot, lot);
};

const wholeLots = (change: number, lot: number): number => Math.sign(change) * floorToStep(Math.abs(change), lot);

/**
 * Returns a quantity with which the position's value, plus the commission, stays within the weight. Open market orders
 * are subtracted at the end. Source: LEAN's SetHoldings.
 */
const targetNetOfCommission: TargetRule = (target) => snapToStep(towardsWeight(target) - target.pending, target.lot);

function towardsWeight({ weight, held, unit, lot, equity, spend, free, initialShare, commission }: TargetCase): number {
  if (weight === 0) return -held;
  if (free > 0 && Math.abs(weight * spend - held * unit) * initialShare < LEAST_CHANGE * equity) return 0;
  let money = spend;
  const kept = spend / equity;
  for (let before = NaN; ;) {
    const whole = wholeLots((weight * money) / unit, lot);
    const change = snapToStep(whole - held, lot);
    if (change === 0 || change === before) return change;
    money = (equity - commission(Math.abs(change))) * kept;
    if (Math.abs(whole * unit) <= Math.abs(weight * money)) return change;
    before = change;
  }
}

/** Returns the difference to the target value in whole lots. Source: backtrader's order_target_percent. */
const targetWorth: TargetRule = ({ weight, held, unit, lot, spend }) =>
  weight === 0 ? -held : wholeLots((weight * spend - held * unit) / unit, lot);

/**
 * Returns the difference to the target value in lots. A quantity that is almost a whole lot becomes that lot. Source:
 * zipline's order_target_percent.
 */
const targetNearWorth: TargetRule = ({ weight, held, unit, lot, spend }) => {
  const lots = ((weight * spend) / unit - held) / lot;
  const near = Math.round(lots);
  return snapToStep((Math.abs(lots - near) <= NEAR ? near : Math.trunc(lots)) * lot, lot);
};

interface SizingRow {
  readonly units: Units;
  /** Rule that brings one position to its weight, or undefined if all positions are sized together. */
  readonly target: TargetRule | undefined;
}

/** Sizing rules by the setting's value. */
export const sizings = {
  affordable: { units: paysFor, target: undefined },
  "net-of-commission": { units: netOfCommission, target: targetNetOfCommission },
  value: { units: worth, target: targetWorth },
  "near-value": { units: nearWorth, target: targetNearWorth },
} as const satisfies Readonly<Record<string, SizingRow>>;

/**
 * Order for which a custom sizing rule computes units, with the last closed bar. A run reuses one object for all
 * orders, so copy numbers to keep them.
 */
export interface SizedOrder extends ModelBar {
  /** Side of the order: 1 to buy, -1 to sell. */
  readonly sign: 1 | -1;
  /** Requested size: one of `percent`, `notional` and `risk`. The other two are NaN. */
  readonly percent: number;
  readonly notional: number;
  readonly risk: number;
  /** Price at which the share of equity `risk` is lost, for a size by risk; otherwise NaN. */
  readonly stopPrice: number;
  /** Price at which the order is sized. */
  readonly price: number;
  readonly equity: number;
  /** Largest amount of money that may be spent, or Infinity if the account checks later. */
  readonly spendable: number;
  /** Share of equity that the setting `cashBuffer` leaves unused. */
  readonly buffer: number;
  /** Step of quantities, and value of one point of price, of the instrument. */
  readonly lot: number;
  readonly multiplier: number;
}

/** Definition of a custom sizing rule. */
export interface SizingDefinition<O extends PartOptions = PartOptions> extends PartDefinition<O> {
  /**
   * Returns the units of an order sized by share of equity, money or risk: at least 0. Units are rounded down to the
   * lot and capped by what may be spent. The function must be pure: the same answer for the same order. It is not
   * called for orders with a quantity or for weights of `target`.
   */
  readonly units: (this: void, order: SizedOrder, options: O) => number;
}

/**
 * Defines a custom sizing rule for the setting `sizing`. Results record its name, its options and a hash of its
 * function. If runs use threads or queues, export the rule from the strategy's file.
 *
 * @example
 * const byRange = defineSizing({
 *   name: "by-range",
 *   units: ({ percent, equity, high, low }) => (percent * equity * 0.01) / (high - low),
 * });
 * backtest(strategy, data, { sizing: byRange });
 */
export function defineSizing<const O extends PartOptions = {}>(definition: SizingDefinition<O>): CustomPart {
  const { units } = definition;
  return ownPart("sizing", definition, { units });
}

class SizedOrderView extends LastBar implements SizedOrder {
  sign: 1 | -1 = 1;
  percent = 0.5;
  notional = 0.5;
  risk = 0.5;
  stopPrice = 0.5;
  price = 0.5;
  equity = 0.5;
  spendable = 0.5;
  buffer = 0.5;
  lot = 0.5;
  multiplier = 0.5;

  set({ size, feed, sign }: SizedTerms, held: number): void {
    const none = MISSING[0]!;
    this.read(feed, held);
    this.sign = sign;
    this.percent = size.percent ?? none;
    this.notional = size.notional ?? none;
    this.risk = size.risk ?? none;
    this.stopPrice = size.risk === undefined ? none : size.stopPrice;
    this.lot = feed.instrument.lot;
    this.multiplier = feed.instrument.multiplier;
  }
}

function customUnits(part: CustomPart): Units {
  const { units } = ownFunctions("sizing", part) as SizingDefinition;
  const { options = {} } = part;
  const view = new SizedOrderView();
  return (order, held, price, equity, spendable, commission, buffer) => {
    const { size, feed } = order;
    const { instrument } = feed;
    if (size.quantity !== undefined) return quantityOf(size, instrument, price, equity, spendable, commission);
    view.set(order, held);
    view.price = price;
    view.equity = equity;
    view.spendable = spendable;
    view.buffer = buffer;
    const answer: unknown = units(view, options);
    if (typeof answer === "number" && Number.isFinite(answer) && answer >= 0)
      return Math.min(floorToStep(answer, instrument.lot), affordable(spendable, price, instrument, commission));
    view.set(order, held);
    throw invalidReturn("sizing", part, "a finite number of units of at least 0", answer, view);
  };
}

/** Whether a size becomes a quantity only at the fill, by the setting's value. */
export const sizeTimes = {
  "at-submission": () => false,
  "at-fill": ({ quantity }: Size) => quantity === undefined,
} as const;

/** Settings that select the sizing rules. */
export interface SizingChoices {
  readonly sizing: keyof typeof sizings | CustomPart;
  readonly sizeAt: keyof typeof sizeTimes;
  readonly cashBuffer: number;
}

/** Sizing rules of a run: how and when a size becomes a quantity, and which buffer stays in cash. */
export class Sizing {
  /** Share of equity that sizes by percent leave unused. */
  readonly buffer: number;
  /** Rule that brings one position to its weight, or undefined if all positions are sized together. */
  readonly target: TargetRule | undefined;
  /** Whether the rule is custom. A custom rule applies to every kind of account. */
  readonly isCustom: boolean;
  readonly #units: Units;
  readonly #waits: (size: Size) => boolean;

  constructor({ sizing, sizeAt, cashBuffer }: SizingChoices) {
    this.isCustom = isOwnPart(sizing);
    const { units, target } = isOwnPart(sizing) ? { units: customUnits(sizing), target: undefined } : sizings[sizing];
    this.buffer = cashBuffer;
    this.target = target;
    this.#units = units;
    this.#waits = sizeTimes[sizeAt];
  }

  /**
   * Returns the units of an order's size at a price. `spendable` is the most that may be spent, and `held` the position
   * in the symbol.
   */
  units(
    order: SizedTerms,
    held: number,
    price: number,
    equity: number,
    spendable: number,
    commission: Commission,
  ): number {
    return this.#units(order, held, price, equity, spendable, commission, this.buffer);
  }

  /** Whether a size becomes a quantity at the fill instead of at submission. */
  isSizedAtFill(size: Size): boolean {
    return this.#waits(size);
  }
}
