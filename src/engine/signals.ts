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
