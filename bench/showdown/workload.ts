import { readFileSync } from "node:fs";
import { Bars, type Column } from "hindcast";

/** What every engine runs: the same bars, and the same orders or the same rule. */
export interface Workload {
  readonly name: string;
  readonly bars: number;
  /** Each has bars and an account of its own. */
  readonly columns: number;
  /** Bars from one order to the next; none where a rule decides, SMA 30 above SMA 150. */
  readonly every?: number;
}

/** What came of a run, to be the same for all engines. Sums over the columns. */
export interface Outcome {
  readonly fills: number;
  readonly equity: number;
  /** Of workloads by a rule. */
  readonly sharpe?: number;
  readonly maxDrawdown?: number;
}

/** One engine, ready to run a workload again and again. A run has orders and equity in columns, and the metrics of a rule. */
export interface Engine<Run = unknown> {
  readonly title: string;
  readonly run: () => Run | Promise<Run>;
  /** What came of a run; never timed. */
  outcome(run: Run): Outcome;
}

/** Prices of one column. */
export interface Prices {
  readonly open: Column;
  readonly close: Column;
}

export const CASH = 1_000_000;
export const QUANTITY = 10;
export const FAST = 30;
export const SLOW = 150;
export const MINUTE_MS = 60_000;
/** Bars of a session, which is a day. */
export const SESSION = 1_440;
export const SESSIONS_PER_YEAR = 365;

/** The prices of a workload's columns, from the file that all engines read. */
export function pricesOf({ bars, columns }: Workload, file: string): readonly Prices[] {
  const { buffer, byteOffset } = readFileSync(file);
  const columnAt = (place: number) =>
    new Float64Array(buffer, byteOffset + place * bars * Float64Array.BYTES_PER_ELEMENT, bars);
  return Array.from({ length: columns }, (_, c) => ({ open: columnAt(2 * c), close: columnAt(2 * c + 1) }));
}

/** The same as bars. */
export function barsOf({ open, close }: Prices): Bars {
  const time = Float64Array.from(open, (_, i) => i * MINUTE_MS);
  const high = open.map((price, i) => Math.max(price, close[i]!));
  const low = open.map((price, i) => Math.min(price, close[i]!));
  return new Bars("1m", { time, open, high, low, close, volume: new Float64Array(open.length) });
}

/** The orders of a workload that is given them: 1 buys at the close of a bar, -1 sells, and they fill at the next open. */
export function ordersOf({ bars, every = 1 }: Workload): Float64Array {
  const orders = new Float64Array(bars);
  let side = 1;
  for (let i = every - 1; i < bars; i += every) {
    orders[i] = side;
    side = -side;
  }
  return orders;
}
