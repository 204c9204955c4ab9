import { asDouble } from "../primitives/numbers.ts";
import { relativeChange } from "./statistics.ts";
import { type Column, toColumn, MISSING, type Numbers } from "../primitives/column.ts";

/** Writes the return of each session into the given column, by the formula of `sessionReturns`. */
export function writeSessionReturns(
  returns: Column,
  equity: Column,
  sessions: Int32Array,
  startEquity: number,
): Column {
  let before = asDouble(startEquity);
  for (let i = 0; i < returns.length; i++) {
    const now = equity[sessions[i]!]!;
    returns[i] = before > 0 ? relativeChange(before, now) : MISSING[0]!;
    before = now;
  }
  return returns;
}

/**
 * Returns the return of each session: change of equity from one session close to the next. The first return starts from the starting equity.
 *
 * Formula: r = (E − E₋₁) / E₋₁, a fraction; 0 if the change is within floating-point rounding. NaN if E₋₁ is zero or below.
 *
 * @example
 * sessionReturns(Float64Array.of(100, 105, 110), Int32Array.of(0, 2), 100); // 0, 0.1
 */
export function sessionReturns(equity: Numbers, sessions: Int32Array | readonly number[], startEquity: number): Column {
  const ends = Int32Array.from(sessions);
  return writeSessionReturns(new Float64Array(ends.length), toColumn("equity", equity), ends, startEquity);
}
