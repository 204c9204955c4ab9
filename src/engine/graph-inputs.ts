import type { PriceField } from "../indicators/node.ts";
import { seriesCalendar } from "../market/default-calendar.ts";
import { forwardFactors } from "../market/forward-factors.ts";
import type { Column } from "../primitives/column.ts";
import type { CutSeries, MarketSeries } from "../simulation/market-series.ts";

/** What a graph reads of a series: its bars, without the jumps of splits. */
export interface GraphInputs {
  readonly fields: Readonly<Record<PriceField, Column>>;
  /** What prices were multiplied by, and what volumes were divided by; undefined where nothing was. */
  readonly factors: { readonly price: Column; readonly split: Column } | undefined;
}

/** A series of a run with what graphs read of it. */
export interface GraphSeries extends MarketSeries {
  readonly inputs: GraphInputs;
}

/**
 * The columns of a series from which graphs are computed: as traded, times the factors of the actions up to each bar. Such a column only goes on
 * and no later action restates it. Factors count from the first recorded bar.
 */
export function graphInputs({ bars: traded, recorded, from }: CutSeries, dividends: boolean): GraphInputs {
  const { bars, actions = [], priceBasis, reference } = recorded;
  const plain: GraphInputs = { fields: traded, factors: undefined };
  if (actions.length === 0) return plain;
  const calendar = seriesCalendar(recorded);
  const whole = forwardFactors(bars, actions, { calendar, basis: priceBasis, dividends, reference });
  if (whole.price.every((factor) => factor === 1)) return plain;
  const cut = (column: Column) => column.subarray(from, from + traded.length);
  const [price, split] = [cut(whole.price), cut(whole.split)];
  const times = (column: Column) => column.map((value, i) => value * price[i]!);
  return {
    fields: {
      open: times(traded.open),
      high: times(traded.high),
      low: times(traded.low),
      close: times(traded.close),
      volume: traded.volume.map((value, i) => value / split[i]!),
    },
    factors: { price, split },
  };
}

/** Units at each bar for one at the first recorded session, splits counted; undefined where there was none. */
export function splitUnits({ inputs }: GraphSeries): Column | undefined {
  const split = inputs.factors?.split;
  return split === undefined || split.every((units) => units === 1) ? undefined : split;
}
