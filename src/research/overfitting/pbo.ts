import { MISSING } from "../../primitives/column.ts";

/** Result of combinatorially symmetric cross-validation. */
export interface BacktestOverfitting {
  /**
   * Share of the splits in which the best trial of one half ranks below the median in the other half. A rank exactly at the median, as with
   * identical trials, counts half.
   */
  readonly pbo: number;
  /** Number of splits of the sessions' parts into two halves. */
  readonly combinations: number;
  /**
   * Median relative rank of the best trial in the other half: the share of trials that are worse. Ties, including the trial itself, count
   * half.
   */
  readonly medianRank: number;
  /** Share of the splits in which the best trial loses money in the other half. */
  readonly lossShare: number;
}

/** Number of trials above which pairs of parts are merged, which gives 70 splits instead of 12,870. */
const MANY_TRIALS = 2000;

/**
 * Computes the probability of backtest overfitting by combinatorially symmetric cross-validation. The sessions are divided into parts, and
 * each way to choose half of them is a split. The trial with the best Sharpe ratio in the chosen half is ranked among all trials in the
 * other half.
 *
 * The result is about 0.5 for noise, and close to 0 if trials really differ. It is NaN for fewer than two trials.
 *
 * Source: D. H. Bailey, J. Borwein, M. López de Prado and Q. J. Zhu, "The Probability of Backtest Overfitting", Journal of Computational
 * Finance, 2017.
 */
export function probabilityOfOverfitting(original: PartSums): BacktestOverfitting {
  const sums = original.trials > MANY_TRIALS && original.parts >= 16 ? mergeParts(original, 2) : original;
  const { trials, parts } = sums;
  const halves = listHalves(parts);
  const none = { pbo: MISSING[0]!, combinations: 0, medianRank: MISSING[0]!, lossShare: MISSING[0]! };
  if (trials < 2 || parts < 2) return none;
  const best = new Float64Array(halves.length).fill(-Infinity);
  const other = new Float64Array(halves.length);
  const lost = new Uint8Array(halves.length);
  const full = 2 ** parts - 1;
  eachTrial(sums, (sharpe, returnSum) => {
    for (let i = 0; i < halves.length; i++) {
      const inside = sharpe(halves[i]!);
      if (!(inside > best[i]!)) continue;
      best[i] = inside;
      other[i] = ratioOrZero(sharpe(full ^ halves[i]!));
      lost[i] = Number(returnSum(full ^ halves[i]!) < 0);
    }
  });
  const below = new Float64Array(halves.length);
  eachTrial(sums, (sharpe) => {
    for (let i = 0; i < halves.length; i++) {
      const value = ratioOrZero(sharpe(full ^ halves[i]!));
      if (value < other[i]!) below[i]!++;
      else if (value === other[i]!) below[i]! += 0.5;
    }
  });
  const ranks: number[] = [];
  let [worse, losses] = [0, 0];
  for (const [i, count] of below.entries()) {
    if (best[i] === -Infinity) continue;
    // Equal trials, including the trial itself, count half, so that ranks are symmetric around the median.
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

/** Returns a Sharpe ratio, or 0 for a trial without one, which never traded. */
function ratioOrZero(ratio: number): number {
  return Number.isNaN(ratio) ? 0 : ratio;
}

/** Lists all sets of half of the parts, as bit masks. */
function listHalves(parts: number): Uint32Array {
  const halves: number[] = [];
  for (let set = 0; set < 2 ** parts; set++) if (2 * countBits(set) === parts) halves.push(set);
  return Uint32Array.from(halves);
}

function countBits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/**
 * Calls `visit` for each trial with two functions of a set of parts: its Sharpe ratio, and its sum of returns. Sums over all subsets of the
 * lower and of the upper half of the parts are computed once per trial, so that any set takes two look-ups.
 */
function eachTrial(
  { trials, parts, values, riskFreeReturn }: PartSums,
  visit: (sharpe: (set: number) => number, returnSum: (set: number) => number) => void,
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
  const returnSum = (set: number): number => lows[3 * (set & mask) + 1]! + highs[3 * (set >>> low) + 1]!;
  for (let trial = 0; trial < trials; trial++) {
    const start = 3 * trial * parts;
    sumSubsets(lows, values, start, low);
    sumSubsets(highs, values, start + 3 * low, high);
    visit(sharpe, returnSum);
  }
}

function sumSubsets(sums: Float64Array, values: Float64Array, start: number, parts: number): void {
  for (let set = 1; set < 2 ** parts; set++) {
    const without = set & (set - 1);
    const part = 31 - Math.clz32(set ^ without);
    for (let k = 0; k < 3; k++) sums[3 * set + k] = sums[3 * without + k]! + values[start + 3 * part + k]!;
  }
}

/** Sums of returns by trial and part: count, sum, and sum of squares. */
export interface PartSums {
  readonly trials: number;
  readonly parts: number;
  /** Three numbers for each part of each trial, ordered by trial and then by part. */
  readonly values: Float64Array;
  /** Risk-free return of a session, which ratios subtract. Default: 0. */
  readonly riskFreeReturn?: number;
}

/** Returns the Sharpe ratio per session, not annual, from count, sum and sum of squares of returns. NaN for constant returns. */
export function sharpeOfSums(count: number, sum: number, squares: number, riskFreeReturn = 0): number {
  const mean = sum / count;
  const variance = (squares - sum * mean) / (count - 1);
  // The limit ignores the tiny variance that rounding errors give equal returns.
  return count > 1 && variance > 1e-20 ? (mean - riskFreeReturn) / Math.sqrt(variance) : NaN;
}

/** Returns the Sharpe ratio of each trial over all parts. */
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

/** Merges each `by` neighboring parts into one. */
export function mergeParts(sums: PartSums, by: number): PartSums {
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
