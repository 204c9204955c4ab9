import { checkInteger } from "../primitives/check.ts";
import { MISSING } from "../primitives/column.ts";
import { Cursor } from "./cursor.ts";

/**
 * Returns true on the bar on which `a` goes from at or below `b` to above it, and false while `a` or `b` is missing.
 *
 * @example
 * if (crossedAbove(ind.fast, ind.slow)) orders.buy({ percent: 1 });
 */
export function crossedAbove(a: Cursor, b: Cursor | number): boolean {
  return typeof b === "number" ? a.value > b && a.ago(1) <= b : Cursor.crossed(a, b);
}

/**
 * Returns true on the bar on which `a` goes from at or above `b` to below it, and false while `a` or `b` is missing.
 *
 * @example
 * if (crossedBelow(ind.rsi, 30)) orders.buy({ percent: 1 });
 */
export function crossedBelow(a: Cursor, b: Cursor | number): boolean {
  return typeof b === "number" ? a.value < b && a.ago(1) >= b : Cursor.crossed(b, a);
}

/**
 * Returns true on the bar on which `a` goes from below `b` to above it, like `crossover` of backtesting.py. Unlike
 * `crossedAbove`, it returns false if `a` and `b` were equal on the previous bar. Returns false while `a` or `b` is
 * missing. Use `crossover(b, a)` for the opposite direction.
 *
 * @example
 * if (crossover(ind.fast, ind.slow)) orders.buy({ percent: 1 });
 */
export function crossover(a: Cursor | number, b: Cursor | number): boolean {
  if (typeof a === "number") return typeof b !== "number" && b.value < a && b.ago(1) > a;
  return typeof b === "number" ? a.value > b && a.ago(1) < b : Cursor.crossed(a, b) && !Cursor.crossedFromEqual(a, b);
}

/**
 * Returns true while `a` is above `b`, and false while `a` or `b` is missing.
 *
 * @example
 * if (above(close, ind.average) && position.flat) orders.buy({ percent: 1 });
 */
export function above(a: Cursor, b: Cursor | number): boolean {
  return a.value > (typeof b === "number" ? b : b.value);
}

/**
 * Returns true while `a` is below `b`, and false while `a` or `b` is missing.
 *
 * @example
 * if (below(ind.rsi, 30) && position.flat) orders.buy({ percent: 1 });
 */
export function below(a: Cursor, b: Cursor | number): boolean {
  return a.value < (typeof b === "number" ? b : b.value);
}

/**
 * Returns true while `a` is higher than on each of the `bars` previous bars, and false while one of these values is
 * missing. Throws `PARAMETER_OUT_OF_RANGE` unless `bars` is a whole number of at least 1.
 *
 * @example
 * if (rising(ind.average, 3)) orders.buy({ percent: 1 });
 */
export function rising(a: Cursor, bars = 1): boolean {
  checkInteger("bars", bars, 1);
  const now = a.value;
  for (let ago = 1; ago <= bars; ago++) if (!(now > a.ago(ago))) return false;
  return true;
}

/**
 * Returns true while `a` is lower than on each of the `bars` previous bars, and false while one of these values is
 * missing. Throws `PARAMETER_OUT_OF_RANGE` unless `bars` is a whole number of at least 1.
 *
 * @example
 * if (falling(ind.average, 3)) orders.close();
 */
export function falling(a: Cursor, bars = 1): boolean {
  checkInteger("bars", bars, 1);
  const now = a.value;
  for (let ago = 1; ago <= bars; ago++) if (!(now < a.ago(ago))) return false;
  return true;
}

/**
 * Returns the highest value of `a` over the last bar and the `bars` bars before it, and NaN while one of these values
 * is missing. Throws `PARAMETER_OUT_OF_RANGE` unless `bars` is a whole number of at least 0.
 *
 * @example
 * if (below(close, 0.9 * highestSince(high, 20))) orders.close();
 */
export function highestSince(a: Cursor, bars: number): number {
  checkInteger("bars", bars, 0);
  let highest = a.value;
  for (let ago = 1; ago <= bars; ago++) highest = Math.max(highest, a.ago(ago));
  return highest;
}

/**
 * Returns the lowest value of `a` over the last bar and the `bars` bars before it, and NaN while one of these values is
 * missing. Throws `PARAMETER_OUT_OF_RANGE` unless `bars` is a whole number of at least 0.
 *
 * @example
 * orders.sell({ percent: 1, stop: lowestSince(low, 10) });
 */
export function lowestSince(a: Cursor, bars: number): number {
  checkInteger("bars", bars, 0);
  let lowest = a.value;
  for (let ago = 1; ago <= bars; ago++) lowest = Math.min(lowest, a.ago(ago));
  return lowest;
}

/**
 * Returns how many bars ago a condition last held: 0 if it holds on the last bar, NaN if it did not hold within the
 * last `limit` bars. Calls `holds` with 0, 1, 2 and so on until that returns true. Throws `PARAMETER_OUT_OF_RANGE`
 * unless `limit` is a whole number of at least 0.
 *
 * @example
 * if (barsSince((ago) => ind.rsi.ago(ago) < 30, 5) <= 5 && rising(close)) orders.buy({ percent: 1 });
 */
export function barsSince(holds: (ago: number) => boolean, limit: number): number {
  checkInteger("limit", limit, 0);
  for (let ago = 0; ago <= limit; ago++) if (holds(ago)) return ago;
  return MISSING[0]!;
}
