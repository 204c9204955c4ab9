import type { PriceField } from "../indicators/node.ts";
import { seriesCalendar } from "../market/default-calendar.ts";
import { forwardFactors } from "../market/forward-factors.ts";
import type { Column } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import { nearestNames, suggestionText } from "../primitives/nearest-names.ts";
import type { CutSeries, MarketSeries } from "../simulation/market-series.ts";

/** Split-adjusted columns of a series, which graphs read. */
export interface GraphInputs {
  readonly fields: Readonly<Record<PriceField, Column>>;
  /** Factors by which prices were multiplied and volumes divided, or undefined if no value was adjusted. */
  readonly factors: { readonly price: Column; readonly split: Column } | undefined;
}

/** Series of a run, with the columns that graphs read. */
export interface GraphSeries extends MarketSeries {
  readonly inputs: GraphInputs;
}

/**
 * Returns the columns from which graphs are computed: values as traded, times the factors of all corporate actions up
 * to each bar. Later actions do not change earlier values. Factors count from the first recorded bar.
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

/** Returns an own column of a series. Throws `COLUMN_UNKNOWN`, which lists the columns that it has. */
export function ownColumn({ instrument, columns = {} }: GraphSeries, name: string): Column {
  if (Object.hasOwn(columns, name)) return columns[name]!;
  const { symbol } = instrument;
  const known = Object.keys(columns);
  const list = known.length === 0 ? "it has none" : `it has ${known.join(", ")}`;
  throw new HindcastError(
    "COLUMN_UNKNOWN",
    `${symbol} has no own column ${JSON.stringify(name)}${suggestionText(nearestNames(name, known))}: ${list}`,
    { symbol, column: name, known },
  );
}

/**
 * Returns, for each bar, the units that splits have made of one unit at the first recorded session. Undefined without
 * splits.
 */
export function splitUnits({ inputs }: GraphSeries): Column | undefined {
  const split = inputs.factors?.split;
  return split === undefined || split.every((units) => units === 1) ? undefined : split;
}
