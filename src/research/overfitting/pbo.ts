import { MISSING } from "../../primitives/column.ts";

/** What combinatorially symmetric cross-validation says. */
export interface BacktestOverfitting {
  /**
   * Share of the splits in which the trial that was best in one half is below the middle of all trials in the other. A split in which it is
   * in the middle, as trials that are all alike are, counts half.
   */
  readonly pbo: number;
  /** Splits of the parts into two halves. */
  readonly combinations: number;
  /** Median place of the best among all trials in the other half: the share of trials that it is better than, itself and each equal one counting half. */
  readonly medianRank: number;
  /** Share of the splits in which the best loses money in the other half. */
  readonly lossShare: number;
}

/** With more trials than this, pairs of parts are put together: 70 splits instead of 12,870. */
const MANY_TRIALS = 2000;

/**
 * The probability of backtest overfitting, by combinatorially symmetric cross-validation: the sessions are cut into parts; for each way to
 * take half of the parts, the trial with the best Sharpe ratio in them is looked up among all trials in the other half. Around one half is
 * what noise gives; towards 0 is what a real difference between trials gives. NaN for fewer than two trials.
 *
 * Source: D. H. Bailey, J. Borwein, M. López de Prado and Q. J. Zhu, "The Probability of Backtest Overfitting", Journal of Computational
 * Finance, 2017.
 */
export function probabilityOfOverfitting(given: PartSums): BacktestOverfitting {
  const sums = given.trials > MANY_TRIALS && given.parts >= 16 ? mergedParts(given, 2) : given;
  const { trials, parts } = sums;
  const halves = halvesOf(parts);
  const none = { pbo: MISSING[0]!, combinations: 0, medianRank: MISSING[0]!, lossShare: MISSING[0]! };
  if (trials < 2 || parts < 2) return none;
  const best = new Float64Array(halves.length).fill(-Infinity);
  const other = new Float64Array(halves.length);
  const lost = new Uint8Array(halves.length);
  const full = 2 ** parts - 1;
  eachTrial(sums, (sharpe, earned) => {
    for (let i = 0; i < halves.length; i++) {
      const inside = sharpe(halves[i]!);
      if (!(inside > best[i]!)) continue;
      best[i] = inside;
      other[i] = ratioOrNone(sharpe(full ^ halves[i]!));
      lost[i] = Number(earned(full ^ halves[i]!) < 0);
    }
  });
  const below = new Float64Array(halves.length);
  eachTrial(sums, (sharpe) => {
    for (let i = 0; i < halves.length; i++) {
      const value = ratioOrNone(sharpe(full ^ halves[i]!));
      if (value < other[i]!) below[i]!++;
      else if (value === other[i]!) below[i]! += 0.5;
    }
  });
  const ranks: number[] = [];
  let [worse, losses] = [0, 0];
  for (const [i, count] of below.entries()) {
    if (best[i] === -Infinity) continue;
    // The best counts itself as equal: half a place, which makes the places symmetric around the middle.
    const rank = count / trials;
    ranks.push(rank);
    if (rank < 0.5) worse++;
    else if (rank === 0.5) worse += 0.5;
    losses += lost[i]!;
  }
  if (ranks.length === 0) return none;
  ranks.sort((a, b) => a - b);
  return Object.freeze({
    pbo: worse / ranks.length,
    combinations: ranks.length,
    medianRank: (ranks[(ranks.length - 1) >> 1]! + ranks[ranks.length >> 1]!) / 2,
    lossShare: losses / ranks.length,
  });
}

/** A trial without a ratio, such as one that never traded, counts as one of 0. */
function ratioOrNone(ratio: number): number {
  return Number.isNaN(ratio) ? 0 : ratio;
}

/** Sets of half of the parts, as bits, each with its complement. */
function halvesOf(parts: number): Uint32Array {
  const halves: number[] = [];
  for (let set = 0; set < 2 ** parts; set++) if (2 * bitsOf(set) === parts) halves.push(set);
  return Uint32Array.from(halves);
}

function bitsOf(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/**
 * Calls with functions that tell a trial's Sharpe ratio over a set of parts, and the sum of its returns. The sums over all sets of the lower
 * half of the parts, and of the upper half, are added up once a trial, so that any set takes two look-ups.
 */
function eachTrial(
  { trials, parts, values, riskFreeReturn }: PartSums,
  tell: (sharpe: (set: number) => number, earned: (set: number) => number) => void,
): void {
  const low = parts >> 1;
  const high = parts - low;
  const [lows, highs] = [new Float64Array(3 * 2 ** low), new Float64Array(3 * 2 ** high)];
  const mask = 2 ** low - 1;
  const sharpe = (set: number): number => {
    const [a, b] = [3 * (set & mask), 3 * (set >>> low)];
    return sharpeOfSums(
      lows[a]! + highs[b]!,
      lows[a + 1]! + highs[b + 1]!,
      lows[a + 2]! + highs[b + 2]!,
      riskFreeReturn,
    );
  };
  const earned = (set: number): number => lows[3 * (set & mask) + 1]! + highs[3 * (set >>> low) + 1]!;
  for (let trial = 0; trial < trials; trial++) {
    const start = 3 * trial * parts;
    addUp(lows, values, start, low);
    addUp(highs, values, start + 3 * low, high);
    tell(sharpe, earned);
  }
}

function addUp(sums: Float64Array, values: Float64Array, start: number, parts: number): void {
  for (let set = 1; set < 2 ** parts; set++) {
    const without = set & (set - 1);
    const part = 31 - Math.clz32(set ^ without);
    for (let k = 0; k < 3; k++) sums[3 * set + k] = sums[3 * without + k]! + values[start + 3 * part + k]!;
  }
}

/** Sums of returns by trial and part: count, sum, sum of squares. */
export interface PartSums {
  readonly trials: number;
  readonly parts: number;
  /** Trial by trial, in each part by part. */
  readonly values: Float64Array;
  /** What a session brings without risk: ratios are of what lies above it. 0 unless given. */
  readonly riskFreeReturn?: number;
}

/** The Sharpe ratio of a session, not annual, from count, sum and sum of squares of returns; NaN for returns that do not vary. */
export function sharpeOfSums(count: number, sum: number, squares: number, riskFreeReturn = 0): number {
  const mean = sum / count;
  const variance = (squares - sum * mean) / (count - 1);
  // What is left of equal returns after rounding is no variance.
  return count > 1 && variance > 1e-20 ? (mean - riskFreeReturn) / Math.sqrt(variance) : NaN;
}

/** The Sharpe ratio of each trial over all parts. */
export function sharpesOf({ trials, parts, values, riskFreeReturn }: PartSums): Float64Array {
  return Float64Array.from({ length: trials }, (_, trial) => {
    let [count, sum, squares] = [0, 0, 0];
    for (let part = 0; part < parts; part++) {
      const at = 3 * (trial * parts + part);
      count += values[at]!;
      sum += values[at + 1]!;
      squares += values[at + 2]!;
    }
    return sharpeOfSums(count, sum, squares, riskFreeReturn);
  });
}

/** The same sums with neighbouring parts put together. */
export function mergedParts(sums: PartSums, by: number): PartSums {
  const { trials, parts, values } = sums;
  const fewer = Math.floor(parts / by);
  const merged = new Float64Array(3 * trials * fewer);
  for (let trial = 0; trial < trials; trial++) {
    for (let part = 0; part < fewer * by; part++) {
      for (let k = 0; k < 3; k++) {
        merged[3 * (trial * fewer + Math.floor(part / by)) + k]! += values[3 * (trial * parts + part) + k]!;
      }
    }
  }
  return { ...sums, parts: fewer, values: merged };
}
