import type { Column } from "../../primitives/column.ts";
import type { MeanColumns } from "./candlestick-bars.ts";
import {
  MEAN_TERMS,
  type CandlestickMeasure,
  type CandlestickTerm,
  type CandlestickTerms,
} from "./candlestick-settings.ts";

/** A mean over previous bars, with which one or more terms of a pattern compare. */
export interface CandlestickMean {
  readonly measure: CandlestickMeasure;
  readonly period: number;
  readonly terms: readonly CandlestickTerm[];
}

/** Returns the means that the terms of a pattern need, each once. A term with a period of 0 needs none. */
export function meansOf(terms: CandlestickTerms): CandlestickMean[] {
  const found = new Map<string, { measure: CandlestickMeasure; period: number; terms: CandlestickTerm[] }>();
  for (const [term, { measure, period }] of Object.entries(terms)) {
    const key = `${measure} ${period}`;
    if (period > 0)
      found.set(key, { measure, period, terms: [...(found.get(key)?.terms ?? []), term as CandlestickTerm] });
  }
  return [...found.values()];
}

/** Returns the column of the mean of each term; an empty column for a term that needs no mean. */
export function columnsByTerm(means: readonly CandlestickMean[], columns: readonly Column[]): MeanColumns {
  const empty: Column = new Float64Array(0);
  const found = Object.fromEntries(MEAN_TERMS.map((term) => [term, empty]));
  means.forEach(({ terms }, m) => terms.forEach((term) => (found[term] = columns[m]!)));
  return found as MeanColumns;
}

/** Functions that write one measure of every bar into a column, NaN for a bar with a missing price. */
export const MEASURES: Readonly<
  Record<CandlestickMeasure, (open: Column, high: Column, low: Column, close: Column, out: Column) => void>
> = {
  body(open, high, low, close, out) {
    for (let i = 0; i < out.length; i++) {
      const all = open[i]! + high[i]! + low[i]! + close[i]!;
      out[i] = Math.abs(close[i]! - open[i]!) + (all - all);
    }
  },
  range(open, high, low, close, out) {
    for (let i = 0; i < out.length; i++) {
      const all = open[i]! + high[i]! + low[i]! + close[i]!;
      out[i] = high[i]! - low[i]! + (all - all);
    }
  },
  shadow(open, high, low, close, out) {
    for (let i = 0; i < out.length; i++) {
      const top = Math.max(open[i]!, close[i]!);
      const bottom = Math.min(open[i]!, close[i]!);
      const all = top + bottom + high[i]! + low[i]!;
      out[i] = (high[i]! - top + (bottom - low[i]!)) / 2 + (all - all);
    }
  },
};
