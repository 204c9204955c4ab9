import { readFileSync } from "node:fs";
import { Bars, type Column } from "hindcast";

/** A workload that every engine runs: equal bars, with equal orders or an equal trading rule. */
export interface Workload {
  readonly name: string;
  readonly bars: number;
  /** Number of columns, each with its own bars and account. */
  readonly columns: number;
  /** Bars between orders. Undefined for the workload with the rule: long while SMA 30 is above SMA 150. */
  readonly every?: number;
}

/** Outcome of a run, summed over the columns, which must be equal for all engines. */
export interface Outcome {
  readonly fills: number;
  readonly equity: number;
  /** Sharpe ratio; only for workloads with the rule. */
  readonly sharpe?: number;
  readonly maxDrawdown?: number;
}

/** Engine prepared to run a workload repeatedly. A run computes orders and equity columns, and the metrics of the rule. */
export interface Engine<Run = unknown> {
  readonly title: string;
  readonly run: () => Run | Promise<Run>;
  /** Returns the outcome of a run, outside the measured time. */
  outcome(run: Run): Outcome;
}

/** Open and close prices of one column. */
export interface Prices {
  readonly open: Column;
  readonly close: Column;
}

export const CASH = 1_000_000;
export const QUANTITY = 10;
export const FAST = 30;
export const SLOW = 150;
export const MINUTE_MS = 60_000;
/** Number of one-minute bars in a session of a day. */
export const SESSION = 1_440;
export const SESSIONS_PER_YEAR = 365;

/** Reads the prices of a workload's columns from the file that all engines read. */
export function pricesOf({ bars, columns }: Workload, file: string): readonly Prices[] {
  const { buffer, byteOffset } = readFileSync(file);
  const columnOf = (index: number) =>
    new Float64Array(buffer, byteOffset + index * bars * Float64Array.BYTES_PER_ELEMENT, bars);
  return Array.from({ length: columns }, (_, c) => ({ open: columnOf(2 * c), close: columnOf(2 * c + 1) }));
}

/** Converts prices to bars. */
export function barsOf({ open, close }: Prices): Bars {
  const time = Float64Array.from(open, (_, i) => i * MINUTE_MS);
  const high = open.map((price, i) => Math.max(price, close[i]!));
  const low = open.map((price, i) => Math.min(price, close[i]!));
  return new Bars("1m", { time, open, high, low, close, volume: new Float64Array(open.length) });
}

/** Returns the fixed orders of a workload: 1 for a purchase after the close of a bar, -1 for a sale. Both fill at the next open. */
export function ordersOf({ bars, every = 1 }: Workload): Float64Array {
  const orders = new Float64Array(bars);
  let side = 1;
  for (let i = every - 1; i < bars; i += every) {
    orders[i] = side;
    side = -side;
  }
  return orders;
}
