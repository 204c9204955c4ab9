import { asDouble } from "../primitives/as-double.ts";
import { changeOf } from "./loss.ts";
import { MISSING, type Column } from "../primitives/column.ts";

/** Writes the return of each session into a column that the caller has, see `sessionReturns`. */
export function intoSessionReturns(returns: Column, equity: Column, sessions: Int32Array, startEquity: number): Column {
  let before = asDouble(startEquity);
  for (let i = 0; i < returns.length; i++) {
    const now = equity[sessions[i]!]!;
    returns[i] = before > 0 ? changeOf(before, now) : MISSING[0]!;
    before = now;
  }
  return returns;
}
