import { floorToStep, snapToStep } from "../../primitives/rounding.ts";
import type { Sizing } from "./catalog.ts";

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

const cut = (change: number, lot: number): number => Math.sign(change) * floorToStep(Math.abs(change), lot);

/**
 * The worth of the position after the order, and its commission, are within the weight; what market orders on their way will do is left out. Source: how
 * LEAN sets holdings.
 */
const netOfCommission: TargetRule = (target) => snapToStep(towardsWeight(target) - target.pending, target.lot);

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
const value: TargetRule = ({ weight, held, unit, lot, spend }) =>
  weight === 0 ? -held : cut((weight * spend - held * unit) / unit, lot);

/** The same; almost a whole lot counts as one. Source: how zipline orders a target. */
const nearValue: TargetRule = ({ weight, held, unit, lot, spend }) => {
  const lots = ((weight * spend) / unit - held) / lot;
  const near = Math.round(lots);
  return snapToStep((Math.abs(lots - near) <= NEAR ? near : Math.trunc(lots)) * lot, lot);
};

/** How each way of sizing brings a position to its weight; undefined where all positions are brought to theirs together. */
export const targetRules: Readonly<Record<Sizing, TargetRule | undefined>> = {
  affordable: undefined,
  "net-of-commission": netOfCommission,
  value,
  "near-value": nearValue,
};
