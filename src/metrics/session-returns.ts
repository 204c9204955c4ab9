import type { Column } from "../primitives/column.ts";
import { intoSessionReturns } from "./into-session-returns.ts";

/**
 * Return of each session: equity at its close over equity at the close before, the first over the starting cash.
 *
 * Formula: r = (E − E₋₁) / E₋₁, a fraction; 0 where that is only the rounding of binary sums. Missing where E₋₁ is zero or below: a return on nothing says nothing.
 *
 * @example
 * sessionReturns(Float64Array.of(100, 105, 110), Int32Array.of(0, 2), 100); // 0, 0.1
 */
export function sessionReturns(equity: Column, sessions: Int32Array, startEquity: number): Column {
  return intoSessionReturns(new Float64Array(sessions.length), equity, sessions, startEquity);
}
