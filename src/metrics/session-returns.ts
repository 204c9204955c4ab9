import { MISSING, type Column } from "../primitives/column.ts";

/**
 * Return of each session: equity at its close over equity at the close before, the first over the starting cash.
 *
 * Formula: r = (E − E₋₁) / E₋₁, a fraction. Missing where E₋₁ is zero or below: a return on nothing says nothing.
 *
 * @example
 * sessionReturns(Float64Array.of(100, 105, 110), Int32Array.of(0, 2), 100); // 0, 0.1
 */
export function sessionReturns(equity: Column, sessions: Int32Array, startEquity: number): Column {
  return intoSessionReturns(new Float64Array(sessions.length), equity, sessions, startEquity);
}

/** The same, written into a column that the caller has. */
export function intoSessionReturns(returns: Column, equity: Column, sessions: Int32Array, startEquity: number): Column {
  let before = startEquity;
  for (let i = 0; i < returns.length; i++) {
    const now = equity[sessions[i]!]!;
    returns[i] = before > 0 ? (now - before) / before : MISSING[0]!;
    before = now;
  }
  return returns;
}
