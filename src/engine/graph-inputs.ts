import type { PriceField } from "../indicators/node.ts";
import type { Bars } from "../market/bars.ts";
import { daysOf } from "../market/every-day.ts";
import { forwardFactors } from "../market/forward-factors.ts";
import type { Series } from "../market/market-data.ts";
import type { Column } from "../primitives/column.ts";

/** What a graph reads of a series: its bars, without the jumps of splits. */
export interface GraphInputs {
  readonly fields: Readonly<Record<PriceField, Column>>;
  /** What prices were multiplied by, and what volumes were divided by; undefined where nothing was. */
  readonly factors: { readonly price: Column; readonly split: Column } | undefined;
}

/**
 * The columns of a series from which graphs are computed: as traded, times the factors of the actions up to each bar. Such a column only goes on
 * and no later action restates it.
 */
export function graphInputs(series: Series, dividends: boolean): GraphInputs {
  const { bars, actions = [], priceBasis, reference } = series;
  const plain: GraphInputs = { fields: bars, factors: undefined };
  if (actions.length === 0) return plain;
  const calendar = daysOf(series);
  const { price, split } = forwardFactors(bars, actions, { calendar, basis: priceBasis, dividends, reference });
  if (price.every((factor) => factor === 1)) return plain;
  const times = (column: Column) => column.map((value, i) => value * price[i]!);
  return {
    fields: {
      open: times(bars.open),
      high: times(bars.high),
      low: times(bars.low),
      close: times(bars.close),
      volume: bars.volume.map((value, i) => value / split[i]!),
    },
    factors: { price, split },
  };
}

/** The same for the bars from `start` up to `end`. */
export function cutInputs({ fields, factors }: GraphInputs, bars: Bars, start: number, end: number): GraphInputs {
  if (factors === undefined) return { fields: bars, factors };
  const cut = (column: Column) => column.subarray(start, end);
  return {
    fields: {
      open: cut(fields.open),
      high: cut(fields.high),
      low: cut(fields.low),
      close: cut(fields.close),
      volume: cut(fields.volume),
    },
    factors: { price: cut(factors.price), split: cut(factors.split) },
  };
}
