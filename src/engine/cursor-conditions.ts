import { checkInteger } from "../primitives/check.ts";
import { MISSING } from "../primitives/column.ts";
import { Cursor } from "./cursor.ts";

/**
 * True on the bar on which `a` goes from at or below `b` to above it. False while either is missing.
 *
 * @example
 * if (crossedAbove(ind.fast, ind.slow)) orders.buy({ percent: 1 });
 */
export function crossedAbove(a: Cursor, b: Cursor | number): boolean {
  return typeof b === "number" ? a.value > b && a.ago(1) <= b : Cursor.crossed(a, b);
}

/**
 * True on the bar on which `a` goes from at or above `b` to below it. False while either is missing.
 *
 * @example
 * if (crossedBelow(ind.rsi, 30)) orders.buy({ percent: 1 });
 */
export function crossedBelow(a: Cursor, b: Cursor | number): boolean {
  return typeof b === "number" ? a.value < b && a.ago(1) >= b : Cursor.crossed(b, a);
}

/**
 * True on the bar on which `a`, which was below `b` on the bar before, is above it. Where both were equal on the bar before there is none, so that a
 * line which touches another before it goes through makes none: that is `crossover` of backtesting.py. `crossedAbove` has one there. False while either is
 * missing. `crossover(b, a)` is the way down.
 *
 * @example
 * if (crossover(ind.fast, ind.slow)) orders.buy({ percent: 1 });
 */
export function crossover(a: Cursor | number, b: Cursor | number): boolean {
  if (typeof a === "number") return typeof b !== "number" && b.value < a && b.ago(1) > a;
  return typeof b === "number" ? a.value > b && a.ago(1) < b : Cursor.crossed(a, b) && !Cursor.crossedFromEqual(a, b);
}

/**
 * True while `a` stands above `b`. False while either is missing.
 *
 * @example
 * if (above(close, ind.average) && position.flat) orders.buy({ percent: 1 });
 */
export function above(a: Cursor, b: Cursor | number): boolean {
  return a.value > (typeof b === "number" ? b : b.value);
}

/**
 * True while `a` stands below `b`. False while either is missing.
 *
 * @example
 * if (below(ind.rsi, 30) && position.flat) orders.buy({ percent: 1 });
 */
export function below(a: Cursor, b: Cursor | number): boolean {
  return a.value < (typeof b === "number" ? b : b.value);
}

/**
 * True while `a` is higher than on each of the `bars` bars before. False while one of them is missing.
 * Throws PARAMETER_OUT_OF_RANGE unless `bars` is a whole number of at least 1.
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
 * True while `a` is lower than on each of the `bars` bars before. False while one of them is missing.
 * Throws PARAMETER_OUT_OF_RANGE unless `bars` is a whole number of at least 1.
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
 * The highest value of `a` since `bars` bars ago, that bar and this one included; NaN while one of them is missing.
 * Throws PARAMETER_OUT_OF_RANGE unless `bars` is a whole number of at least 0.
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
 * The lowest value of `a` since `bars` bars ago, that bar and this one included; NaN while one of them is missing.
 * Throws PARAMETER_OUT_OF_RANGE unless `bars` is a whole number of at least 0.
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
 * How many bars ago something held last: 0 on the bar on which it does, NaN when it did not within the last `limit` bars. It is asked
 * for one bar after the other, back from the last one closed.
 * Throws PARAMETER_OUT_OF_RANGE unless `limit` is a whole number of at least 0.
 *
 * @example
 * if (barsSince((ago) => ind.rsi.ago(ago) < 30, 5) <= 5 && rising(close)) orders.buy({ percent: 1 });
 */
export function barsSince(holds: (ago: number) => boolean, limit: number): number {
  checkInteger("limit", limit, 0);
  for (let ago = 0; ago <= limit; ago++) if (holds(ago)) return ago;
  return MISSING[0]!;
}
