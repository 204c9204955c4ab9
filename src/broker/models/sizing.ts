import { MISSING } from "../../primitives/column.ts";
import { floorToStep, snapToStep } from "../../primitives/rounding.ts";
import type { Commission } from "../commission/commission-model.ts";
import type { Order } from "../order.ts";
import { LastBar, type PartBar } from "../last-bar.ts";
import {
  isOwnPart,
  type OwnPart,
  ownFunctions,
  ownPart,
  type PartDefinition,
  type PartOptions,
  wrongAnswer,
} from "../own-part.ts";
import { affordable, quantityOf, type Size } from "../sizing.ts";

/**
 * How a size becomes units, with a share of equity, the `buffer`, left untouched. `spendable` is the most money that may be spent. Units and risk
 * are read alike by all: see `quantityOf`.
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

/** What of an order says how many units it is. */
type SizedTerms = Pick<Order, "size" | "feed" | "sign">;

/** What a position is and is to be. */
export interface TargetCase {
  /** Share of equity to hold; negative to be short. */
  readonly weight: number;
  /** Units held, and what market orders that are on their way will add. */
  readonly held: number;
  readonly pending: number;
  /** Money that one unit is worth, and the step of quantities. */
  readonly unit: number;
  readonly lot: number;
  /** Money of which the weight is a share, before and after the buffer. */
  readonly equity: number;
  readonly spend: number;
  /** Equity that no position ties up. */
  readonly free: number;
  /** Share of exposure that equity must cover. */
  readonly initialShare: number;
  /** Commission of an order of that many units. */
  readonly commission: (quantity: number) => number;
}

/** Units to buy, or to sell when negative, that bring one position to its weight, whatever happens to others. */
export type TargetRule = (target: TargetCase) => number;

/** Changes of margin below this share of equity are not worth an order to LEAN. */
const LEAST_CHANGE = 0.001;
/** A part of a lot that counts as a whole one to zipline. */
const NEAR = 1e-4;

/** A share of equity pays for units and their commission: the most units that it pays for. */
const paysFor: Units = ({ size, feed: { instrument } }, _held, price, equity, spendable, commission, buffer) =>
  size.percent === undefined
    ? quantityOf(size, instrument, price, equity, spendable, commission)
    : affordable(Math.min(size.percent * equity * (1 - buffer), spendable), price, instrument, commission);

/**
 * A share of what equity is after the order's commission: units × price ≤ share × (1 − buffer) × (equity − commission). Begins without a commission
 * and goes down by the commission of the last try until it fits, which need not be the most that would. Source: the rule by which LEAN sets
 * holdings.
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

/** A share of equity is what the units are worth: share × equity ÷ price, floored to the lot. Commission comes on top. */
const worth: Units = ({ size, feed: { instrument } }, _held, price, equity, spendable, commission, buffer) => {
  if (size.percent === undefined) return quantityOf(size, instrument, price, equity, spendable, commission);
  const unit = price * instrument.multiplier;
  const money = Math.min(size.percent * equity * (1 - buffer), spendable);
  return money > 0 && unit > 0 ? floorToStep(money / unit, instrument.lot) : 0;
};

/**
 * Money, or a share of equity, is what the units are worth, commission on top; a quantity within a ten-thousandth of a whole lot is that lot, any
 * other is cut off. Source: the rule by which zipline orders a value and a share of the portfolio.
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

const cut = (change: number, lot: number): number => Math.sign(change) * floorToStep(Math.abs(change), lot);

/**
 * The worth of the position after the order, and its commission, are within the weight; what market orders on their way will do is left out. Source: how
 * LEAN sets holdings.
 */
const targetNetOfCommission: TargetRule = (target) => snapToStep(towardsWeight(target) - target.pending, target.lot);

function towardsWeight({ weight, held, unit, lot, equity, spend, free, initialShare, commission }: TargetCase): number {
  if (weight === 0) return -held;
  if (free > 0 && Math.abs(weight * spend - held * unit) * initialShare < LEAST_CHANGE * equity) return 0;
  let money = spend;
  const kept = spend / equity;
  for (let before = NaN; ;) {
    const whole = cut((weight * money) / unit, lot);
    const change = snapToStep(whole - held, lot);
    if (change === 0 || change === before) return change;
    money = (equity - commission(Math.abs(change))) * kept;
    if (Math.abs(whole * unit) <= Math.abs(weight * money)) return change;
    before = change;
  }
}

/** The worth of what is missing, in whole lots. Source: how backtrader orders a target. */
const targetWorth: TargetRule = ({ weight, held, unit, lot, spend }) =>
  weight === 0 ? -held : cut((weight * spend - held * unit) / unit, lot);

/** The same; almost a whole lot counts as one. Source: how zipline orders a target. */
const targetNearWorth: TargetRule = ({ weight, held, unit, lot, spend }) => {
  const lots = ((weight * spend) / unit - held) / lot;
  const near = Math.round(lots);
  return snapToStep((Math.abs(lots - near) <= NEAR ? near : Math.trunc(lots)) * lot, lot);
};

interface SizingRow {
  readonly units: Units;
  /** How one position is brought to its weight; undefined where all positions are brought to theirs together. */
  readonly target: TargetRule | undefined;
}

/** How a share of equity becomes units, by the name that settings give it. One row a way. */
export const sizings = {
  affordable: { units: paysFor, target: undefined },
  "net-of-commission": { units: netOfCommission, target: targetNetOfCommission },
  value: { units: worth, target: targetWorth },
  "near-value": { units: nearWorth, target: targetNearWorth },
} as const satisfies Readonly<Record<string, SizingRow>>;

/**
 * An order as sizing of your own sees it, with the last bar that has closed. A run reuses one object for all orders: copy numbers to keep them.
 */
export interface SizedOrder extends PartBar {
  /** 1 to buy, -1 to sell. */
  readonly sign: 1 | -1;
  /** The size that was asked for; NaN for the two that were not. */
  readonly percent: number;
  readonly notional: number;
  readonly risk: number;
  /** Of a size by risk: the price at which so much of equity is lost; else NaN. */
  readonly stopPrice: number;
  /** Price at which it is sized. */
  readonly price: number;
  readonly equity: number;
  /** The most money that may be spent; Infinity where the account asks later. */
  readonly spendable: number;
  /** Share of equity that the setting `cashBuffer` leaves unused. */
  readonly buffer: number;
  /** Step of quantities, and money that a point of price is worth. */
  readonly lot: number;
  readonly multiplier: number;
}

/** Sizing of your own. */
export interface SizingDefinition<O extends PartOptions = PartOptions> extends PartDefinition<O> {
  /**
   * Units of an order whose size is a share of equity, money or risk, at least 0. They are floored to the lot and cut to what may be spent. Pure: the same
   * answer for the same order. Orders that give a quantity are not asked about, nor are weights of `target`.
   */
  readonly units: (this: void, order: SizedOrder, options: O) => number;
}

/**
 * Sizing that your own function computes, for the setting `sizing`. Results hold its name, its options and the hash of the function. For threads and queues
 * export it from the strategy's file.
 *
 * @example
 * const byRange = defineSizing({
 *   name: "by-range",
 *   units: ({ percent, equity, high, low }) => (percent * equity * 0.01) / (high - low),
 * });
 * backtest(strategy, data, { sizing: byRange });
 */
export function defineSizing<const O extends PartOptions = {}>(definition: SizingDefinition<O>): OwnPart {
  const { units } = definition;
  return ownPart("sizing", definition, { units });
}

class SizedCase extends LastBar implements SizedOrder {
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

  see({ size, feed, sign }: SizedTerms, held: number): void {
    const none = MISSING[0]!;
    this.look(feed, held);
    this.sign = sign;
    this.percent = size.percent ?? none;
    this.notional = size.notional ?? none;
    this.risk = size.risk ?? none;
    this.stopPrice = size.risk === undefined ? none : size.stopPrice;
    this.lot = feed.instrument.lot;
    this.multiplier = feed.instrument.multiplier;
  }
}

function ownUnits(part: OwnPart): Units {
  const { units } = ownFunctions("sizing", part) as SizingDefinition;
  const { options = {} } = part;
  const given = new SizedCase();
  return (order, held, price, equity, spendable, commission, buffer) => {
    const { size, feed } = order;
    const { instrument } = feed;
    if (size.quantity !== undefined) return quantityOf(size, instrument, price, equity, spendable, commission);
    given.see(order, held);
    given.price = price;
    given.equity = equity;
    given.spendable = spendable;
    given.buffer = buffer;
    const answer: unknown = units(given, options);
    if (typeof answer === "number" && Number.isFinite(answer) && answer >= 0)
      return Math.min(floorToStep(answer, instrument.lot), affordable(spendable, price, instrument, commission));
    given.see(order, held);
    throw wrongAnswer("sizing", part, "a finite number of units of at least 0", answer, given);
  };
}

/** Whether a size stays one until its order fills. */
export const sizeTimes = {
  "at-submission": () => false,
  "at-fill": ({ quantity }: Size) => quantity === undefined,
} as const;

/** The settings that choose this part. */
export interface SizingChoices {
  readonly sizing: keyof typeof sizings | OwnPart;
  readonly sizeAt: keyof typeof sizeTimes;
  readonly cashBuffer: number;
}

/** How sizes become units: how many, when, and less which buffer. */
export class Sizing {
  /** Share of equity that sizes by share leave untouched. */
  readonly buffer: number;
  /** How one position is brought to a share of equity; undefined to bring all together. */
  readonly target: TargetRule | undefined;
  /** A program's own, which answers for every account. */
  readonly isOwn: boolean;
  readonly #units: Units;
  readonly #waits: (size: Size) => boolean;

  constructor({ sizing, sizeAt, cashBuffer }: SizingChoices) {
    this.isOwn = isOwnPart(sizing);
    const { units, target } = isOwnPart(sizing) ? { units: ownUnits(sizing), target: undefined } : sizings[sizing];
    this.buffer = cashBuffer;
    this.target = target;
    this.#units = units;
    this.#waits = sizeTimes[sizeAt];
  }

  /** Units of an order's size at a price. `spendable` is the most money that may be spent, `held` what is held of the symbol. */
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

  /** Whether a size becomes units when its order fills, not when it is given. */
  waits(size: Size): boolean {
    return this.#waits(size);
  }
}
