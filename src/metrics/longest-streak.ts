import type { Column } from "../primitives/column.ts";

/**
 * Most trades in a row whose profit has the sign of `direction`: 1 for wins, -1 for losses. 0 for none of them; NaN without trades.
 *
 * @example
 * longestStreak(Float64Array.of(5, 3, -2, 4, 0), 1); // 2
 */
export function longestStreak(pnl: Column, direction: 1 | -1): number {
  if (pnl.length === 0) return NaN;
  let longest = 0;
  let now = 0;
  for (let i = 0; i < pnl.length; i++) {
    now = pnl[i]! * direction > 0 ? now + 1 : 0;
    if (now > longest) longest = now;
  }
  return longest;
}
