import type { Column } from "./column.ts";
import { finite as finiteOf } from "./numbers.ts";

/** A constant of this module is built into its loops; a call of what is imported costs 2 ns a bar more. */
const finite = finiteOf;

/** The change from `past` to `value` in percent; over a past of zero it is infinite or none, and so missing. */
export function percentChange(value: number, past: number): number {
  return finite(100 * ((value - past) / past));
}

/** There is no change from zero: whether the value `period` bars before `index` is zero. A constant, so that its type says itself in declarations. */
export const pastIsZero = (
  [source]: readonly Column[],
  params: Readonly<Record<string, unknown>>,
  index: number,
): boolean => source![index - Number(params["period"])] === 0;
