import { asDouble } from "../primitives/as-double.ts";
import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";
import { lossFloor } from "./loss.ts";

/**
 * How much there was to worry about: drawdowns by their depth, each session counting, so that a long one weighs more than a short one.
 *
 * Formula: √mean(((E − P) / P)²) over sessions, with P the highest close of a session so far, the starting cash included; a fraction. 0 for
 * an account that only rose. NaN without sessions. A fall of less than `coin`, the smallest amount of the account's money, counts as 0.
 *
 * Source: P. G. Martin and B. B. McCann, "The Investor's Guide to Fidelity Funds", 1989.
 *
 * @example
 * ulcerIndex(Float64Array.of(110, 99, 110), Int32Array.of(0, 1, 2), 100); // 0.057735
 */
export function ulcerIndex(equity: Column, sessions: Int32Array, startEquity: number, coin = 0): number {
  let peak = asDouble(startEquity);
  let floor = lossFloor(peak, coin);
  let squares = 0;
  for (let i = 0; i < sessions.length; i++) {
    const value = equity[sessions[i]!]!;
    if (value > floor) {
      if (value > peak) {
        peak = value;
        floor = lossFloor(peak, coin);
      }
    } else {
      const drawdown = (value - peak) / peak;
      squares += drawdown * drawdown;
    }
  }
  return Math.sqrt(squares / sessions.length);
}

/** Depth and length of drawdowns in one number. */
export const ulcerIndexMetric = defineMetric({
  name: "ulcer-index",
  title: "Ulcer index",
  group: "risk",
  unit: "fraction",
  formula: "sqrt(mean(d^2)), with d the drawdown at the close of a session",
  convention:
    "Drawdown from the highest close of a session so far, the starting cash included; mean over all sessions, at the peak too. Missing without sessions.",
  better: "lower",
  source: "P. G. Martin and B. B. McCann, The Investor's Guide to Fidelity Funds, 1989.",
  compute: ({ equity, sessions, startEquity, coin }) => ulcerIndex(equity, sessions, startEquity, coin),
});
