import { type Column, columnOf, type Numbers } from "../primitives/column.ts";
import { lossFloor } from "./statistics.ts";
import { asDouble } from "../primitives/numbers.ts";

/**
 * How far below its running peak equity stands at each record, a fraction of the peak: 0 at a peak, -0.1 ten percent below.
 * The peak includes the starting cash. A fall of less than `coin`, the smallest amount of the account's money, counts as 0.
 *
 * @example
 * drawdownColumn(Float64Array.of(110, 99, 120), 100); // 0, -0.1, 0
 */
export function drawdownColumn(curve: Numbers, startEquity: number, coin = 0): Column {
  const equity = columnOf("equity", curve);
  const drawdown = new Float64Array(equity.length);
  let peak = startEquity;
  let floor = lossFloor(peak, coin);
  for (let i = 0; i < equity.length; i++) {
    const value = equity[i]!;
    if (value > peak) {
      peak = value;
      floor = lossFloor(peak, coin);
    }
    // NaN stays NaN.
    drawdown[i] = value > floor ? 0 : (value - peak) / peak;
  }
  return drawdown;
}

/** Stretches of a curve below its peak, in order, one value a stretch in every column. */
export interface DrawdownSpells {
  readonly length: number;
  /** Time of the last record at the peak; the start of the run when the peak is the starting cash. */
  readonly startTime: Column;
  /** Time of the first record at or above that peak again; the last record when there is none. */
  readonly endTime: Column;
  /** Deepest point as a fraction of the peak, below 0. */
  readonly depth: Column;
}

/**
 * Every stretch that equity spends below its running peak. The peak includes the starting cash, so that an account which only
 * loses has a drawdown from its first record on. Below is what is lower by `coin`, the smallest amount of the account's money, or
 * more; without it, by more than the rounding of binary sums.
 *
 * @example
 * drawdownSpells(Float64Array.of(1, 2, 3), Float64Array.of(90, 80, 100), 0, 100).depth; // -0.2
 */
export function drawdownSpells(
  times: Numbers,
  curve: Numbers,
  startTime: number,
  startEquity: number,
  coin = 0,
): DrawdownSpells {
  const time = columnOf("time", times);
  const equity = columnOf("equity", curve);
  const length = countSpells(equity, startEquity, coin);
  const start = new Float64Array(length);
  const end = new Float64Array(length);
  const depth = new Float64Array(length);
  let spell = 0;
  let peak = asDouble(startEquity);
  let floor = lossFloor(peak, coin);
  let low = peak;
  for (let i = 0; i < equity.length; i++) {
    const value = equity[i]!;
    if (value <= floor) {
      if (low === peak) start[spell] = i > 0 ? time[i - 1]! : startTime;
      if (value < low) low = value;
    } else {
      if (low < peak) {
        end[spell] = time[i]!;
        depth[spell++] = (low - peak) / peak;
      }
      if (value > peak) {
        peak = value;
        floor = lossFloor(peak, coin);
      }
      low = peak;
    }
  }
  if (low < peak) {
    end[spell] = time.at(-1)!;
    depth[spell] = (low - peak) / peak;
  }
  return { length, startTime: start, endTime: end, depth };
}

function countSpells(equity: Column, startEquity: number, coin: number): number {
  let count = 0;
  let peak = asDouble(startEquity);
  let floor = lossFloor(peak, coin);
  let below = false;
  for (let i = 0; i < equity.length; i++) {
    const value = equity[i]!;
    if (value <= floor) {
      if (!below) count++;
      below = true;
    } else {
      if (value > peak) {
        peak = value;
        floor = lossFloor(peak, coin);
      }
      below = false;
    }
  }
  return count;
}
