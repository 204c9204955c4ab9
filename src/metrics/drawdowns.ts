import { asDouble } from "../primitives/numbers.ts";
import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";
import { averageDuration, drawdownThreshold, mean, meanDuration } from "./statistics.ts";

function maxDrawdownOf(equity: Column, startEquity: number, coin = 0): number {
  if (equity.length === 0) return NaN;
  let peak = asDouble(startEquity);
  let floor = drawdownThreshold(peak, coin);
  let low = peak;
  let deepest = 0;
  // The lowest equity below a peak gives the peak's deepest drawdown, so one division per peak is enough.
  for (let i = 0; i < equity.length; i++) {
    const value = equity[i]!;
    if (value > peak) {
      if (low <= floor) deepest = Math.min(deepest, (low - peak) / peak);
      peak = low = value;
      floor = drawdownThreshold(peak, coin);
    } else if (value < low) low = value;
  }
  return low <= floor ? Math.min(deepest, (low - peak) / peak) : deepest;
}

/**
 * Maximum drawdown: largest fall of equity below its running peak.
 *
 * Formula: min((E − P) / P) over all records, with P the running peak of equity including the starting cash; a fraction of at
 * most 0: -0.25 is a quarter below the peak. 0 if equity was never below its peak. NaN without records.
 * A fall of less than `coin`, the smallest unit of the account currency, is no drawdown. If `coin` is 0, only falls within
 * floating-point rounding are ignored.
 *
 * @example
 * metrics.maxDrawdown(Float64Array.of(110, 88, 120), 100); // -0.2
 */
export const maxDrawdown = defineMetric({
  name: "max-drawdown",
  title: "Max drawdown",
  group: "risk",
  unit: "fraction",
  formula: "min((equity - peak) / peak), with peak the highest equity so far",
  convention:
    "Never above 0. The starting cash is the first peak. Equity is recorded at bar closes, so falls inside a bar are not seen. Falls of less than the smallest unit of the account currency are ignored. Missing without records.",
  better: "higher",
  compute({ equity, drawdownSpells: { depth } }) {
    let deepest = 0;
    for (let i = 0; i < depth.length; i++) if (depth[i]! < deepest) deepest = depth[i]!;
    return equity.length > 0 ? deepest : NaN;
  },
  call: maxDrawdownOf,
});

function averageDrawdownOf(depth: Column): number {
  return mean(depth);
}

/**
 * Average drawdown: mean depth of all drawdowns.
 *
 * `depth` has one fraction below 0 per drawdown: its deepest point. NaN without drawdowns.
 *
 * @example
 * metrics.averageDrawdown(Float64Array.of(-0.1, -0.3)); // -0.2
 */
export const averageDrawdown = defineMetric({
  name: "average-drawdown",
  title: "Average drawdown",
  group: "risk",
  unit: "fraction",
  formula: "mean over drawdowns of min((equity - peak) / peak)",
  convention:
    "A drawdown is one period below the peak, whatever its depth or length. A drawdown that is still open counts. Missing without drawdowns.",
  better: "higher",
  compute: ({ drawdownSpells }) => averageDrawdownOf(drawdownSpells.depth),
  call: averageDrawdownOf,
});

function averageDrawdownDurationOf(startTime: Column, endTime: Column): number {
  return averageDuration(startTime, endTime);
}

/**
 * Average drawdown duration: mean time from a peak until equity is back at it, in milliseconds.
 *
 * `startTime` and `endTime` have one value per drawdown: the last record at the peak, and the first record back at it.
 * NaN without drawdowns.
 *
 * @example
 * metrics.averageDrawdownDuration(Float64Array.of(0, 5_000), Float64Array.of(1_000, 8_000)); // 2000
 */
export const averageDrawdownDuration = defineMetric({
  name: "average-drawdown-duration",
  title: "Average drawdown duration",
  group: "risk",
  unit: "duration",
  formula: "mean over drawdowns of (time back at the peak - last time at the peak)",
  convention:
    "A drawdown that is still open counts up to the last record, so its true duration can be longer. If bars last a day or longer, each duration is rounded to whole days. Missing without drawdowns.",
  better: "lower",
  compute: ({ drawdownDurations }) => meanDuration(drawdownDurations),
  call: averageDrawdownDurationOf,
});

function longestDrawdownOf(startTime: Column, endTime: Column): number {
  let longest = 0;
  for (let i = 0; i < startTime.length; i++) longest = Math.max(longest, endTime[i]! - startTime[i]!);
  return longest;
}

/**
 * Longest drawdown: longest time from a peak until equity is back at it, in milliseconds.
 *
 * `startTime` and `endTime` have one value per drawdown: the last record at the peak, and the first record back at it.
 * 0 without drawdowns.
 *
 * @example
 * metrics.longestDrawdown(Float64Array.of(0, 5_000), Float64Array.of(1_000, 8_000)); // 3000
 */
export const longestDrawdown = defineMetric({
  name: "longest-drawdown",
  title: "Longest drawdown",
  group: "risk",
  unit: "duration",
  formula: "max over drawdowns of (time back at the peak - last time at the peak)",
  convention:
    "A drawdown that is still open counts up to the last record, so its true duration can be longer. Rounded to whole days if bars last a day or longer. 0 without drawdowns; missing without records.",
  better: "lower",
  compute({ equity, drawdownDurations }) {
    let longest = 0;
    for (let i = 0; i < drawdownDurations.length; i++) longest = Math.max(longest, drawdownDurations[i]!);
    return equity.length > 0 ? longest : NaN;
  },
  call: longestDrawdownOf,
});

function ulcerIndexOf(equity: Column, sessions: Int32Array, startEquity: number, coin = 0): number {
  let peak = asDouble(startEquity);
  let floor = drawdownThreshold(peak, coin);
  let squares = 0;
  for (let i = 0; i < sessions.length; i++) {
    const value = equity[sessions[i]!]!;
    if (value > floor) {
      if (value > peak) {
        peak = value;
        floor = drawdownThreshold(peak, coin);
      }
    } else {
      const drawdown = (value - peak) / peak;
      squares += drawdown * drawdown;
    }
  }
  return Math.sqrt(squares / sessions.length);
}

/**
 * Ulcer index: root mean square of the drawdown over sessions. Deep and long drawdowns weigh more than shallow and short ones.
 *
 * Formula: √mean(((E − P) / P)²) over sessions, with P the highest equity at a session close so far, including the starting cash; a
 * fraction. 0 if equity never fell. NaN without sessions. A fall of less than `coin`, the smallest unit of the account currency, counts
 * as 0.
 *
 * Source: P. G. Martin and B. B. McCann, "The Investor's Guide to Fidelity Funds", 1989.
 *
 * @example
 * metrics.ulcerIndex(Float64Array.of(110, 99, 110), Int32Array.of(0, 1, 2), 100); // 0.057735
 */
export const ulcerIndex = defineMetric({
  name: "ulcer-index",
  title: "Ulcer index",
  group: "risk",
  unit: "fraction",
  formula: "sqrt(mean(d^2)), with d the drawdown at the close of a session",
  convention:
    "The peak is the highest equity at a session close so far, including the starting cash. The mean includes sessions at the peak. Missing without sessions.",
  better: "lower",
  source: "P. G. Martin and B. B. McCann, The Investor's Guide to Fidelity Funds, 1989.",
  compute(run) {
    const { equity, sessions, startEquity, coin } = run;
    // If a session closes at each record, the sum of squares over all records is the one over sessions.
    return sessions.length === equity.length
      ? Math.sqrt(run.drawdownSpells.squares / sessions.length)
      : ulcerIndexOf(equity, sessions, startEquity, coin);
  },
  call: ulcerIndexOf,
});
