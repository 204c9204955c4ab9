import { type Column, toColumn, type Numbers } from "../primitives/column.ts";
import { drawdownThreshold } from "./statistics.ts";
import { asDouble } from "../primitives/numbers.ts";

/**
 * Returns the drawdown at each record, as a fraction of the running peak: 0 at a peak, -0.1 if equity is ten percent below it. The starting
 * cash is the first peak. A fall of less than `coin`, the smallest unit of the account currency, counts as 0.
 *
 * @example
 * drawdownColumn(Float64Array.of(110, 99, 120), 100); // 0, -0.1, 0
 */
export function drawdownColumn(curve: Numbers, startEquity: number, coin = 0): Column {
  const equity = toColumn("equity", curve);
  const drawdown = new Float64Array(equity.length);
  let peak = startEquity;
  let floor = drawdownThreshold(peak, coin);
  for (let i = 0; i < equity.length; i++) {
    const value = equity[i]!;
    if (value > peak) {
      peak = value;
      floor = drawdownThreshold(peak, coin);
    }
    // For missing equity the comparison is false, so that the drawdown is NaN.
    drawdown[i] = value > floor ? 0 : (value - peak) / peak;
  }
  return drawdown;
}

/** Drawdowns of an equity curve, in order: one value per drawdown in every column. */
export interface DrawdownSpells {
  readonly length: number;
  /** Sum of the squares of the drawdowns of all records. */
  readonly squares: number;
  /** Time of the last record at the peak; start of the run if the peak is the starting cash. */
  readonly startTime: Column;
  /** Time of the first later record at or above the peak; time of the last record if there is none. */
  readonly endTime: Column;
  /** Largest fall of each drawdown as a fraction of its peak, below 0. */
  readonly depth: Column;
}

/**
 * Returns all drawdowns: the periods during which equity is below its running peak. The starting cash is the first peak, so an account that
 * only loses is in drawdown from its first record on. A fall of less than `coin`, the smallest unit of the account currency, is no
 * drawdown. If `coin` is 0, only falls within floating-point rounding are ignored.
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
  const time = toColumn("time", times);
  const equity = toColumn("equity", curve);
  let rows: Column = new Float64Array(3 * INITIAL_CAPACITY);
  let used = 0;
  let peak = asDouble(startEquity);
  let floor = drawdownThreshold(peak, coin);
  let low = peak;
  let squares = 0;
  for (let i = 0; i < equity.length; i++) {
    const value = equity[i]!;
    if (!(value > floor)) {
      const drawdown = (value - peak) / peak;
      squares += drawdown * drawdown;
    }
    if (value <= floor) {
      if (low === peak) {
        if (used === rows.length) rows = doubleLength(rows);
        rows[used] = i > 0 ? time[i - 1]! : startTime;
      }
      if (value < low) low = value;
    } else {
      if (low < peak) {
        rows[used + 1] = time[i]!;
        rows[used + 2] = (low - peak) / peak;
        used += 3;
      }
      if (value > peak) {
        peak = value;
        floor = drawdownThreshold(peak, coin);
      }
      low = peak;
    }
  }
  if (low < peak) {
    rows[used + 1] = time.at(-1)!;
    rows[used + 2] = (low - peak) / peak;
    used += 3;
  }
  const length = used / 3;
  const columns = new Float64Array(used);
  const [startTimes, endTimes, depth] = [0, 1, 2].map((place) =>
    columns.subarray(place * length, (place + 1) * length),
  );
  for (let i = 0; i < length; i++) {
    columns[i] = rows[3 * i]!;
    columns[length + i] = rows[3 * i + 1]!;
    columns[2 * length + i] = rows[3 * i + 2]!;
  }
  return { length, startTime: startTimes!, endTime: endTimes!, depth: depth!, squares };
}

/** Initial capacity, in drawdowns. */
const INITIAL_CAPACITY = 64;

function doubleLength(rows: Column): Column {
  const longer = new Float64Array(2 * rows.length);
  longer.set(rows);
  return longer;
}
