import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";

/**
 * What the account gained over the whole run, as a fraction of the money it began with: 0.25 is a quarter more.
 *
 * Formula: (E − E₀) / E₀ with E the last record of equity. Below -1 when the account owes money. NaN without records.
 *
 * @example
 * totalReturn(Float64Array.of(101, 98, 125), 100); // 0.25
 */
export function totalReturn(equity: Column, startEquity: number): number {
  return equity.length > 0 ? (equity.at(-1)! - startEquity) / startEquity : NaN;
}

/** Gain over the whole run. */
export const totalReturnMetric = defineMetric({
  name: "total-return",
  title: "Total return",
  group: "return",
  unit: "fraction",
  formula: "(final equity - starting cash) / starting cash",
  convention:
    "Open positions count at their last mark, without the commission of closing them. Missing without records.",
  better: "higher",
  compute: ({ equity, startEquity }) => totalReturn(equity, startEquity),
});
