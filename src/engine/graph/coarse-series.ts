import { type CoarseGroups, coarseGroups } from "../../market/coarse-groups.ts";
import { Bars } from "../../market/bars.ts";
import { seriesCalendar } from "../../market/default-calendar.ts";
import { barsOfGroups } from "../../market/resample.ts";
import type { ActionFactors } from "../../market/action-factors.ts";
import type { Column } from "../../primitives/column.ts";
import { mapValues } from "../../primitives/record-helpers.ts";
import { checkInterval } from "../../time/interval.ts";
import type { GraphSeries } from "../graph-inputs.ts";

/** Returns the key of the bars on which nodes are computed: a symbol, alone or with a longer interval. */
export function barsKey(symbol: string, interval: string | undefined): string {
  return interval === undefined ? symbol : `${symbol}@${interval}`;
}

/** Returns the symbol and the interval of a bars key. Symbols never contain `@`. */
export function parseBarsKey(key: string): { readonly symbol: string; readonly interval: string | undefined } {
  const [symbol, interval] = key.split("@") as [string, string?];
  return { symbol, interval };
}

const NO_SPLITS: ActionFactors = {
  exDate: new Float64Array(0),
  price: new Float64Array(0),
  split: new Float64Array(0),
};

/**
 * Returns which bars of a series form each bar of a longer interval. `earlier` has the start times of bars before those
 * of the series. Throws the errors of `coarseSeries`.
 */
export function coarseGroupsOf(series: GraphSeries, interval: string, earlier?: Column): CoarseGroups {
  const { bars, schedule } = series;
  const hours = schedule.extended === undefined ? "regular" : "extended";
  return coarseGroups(bars, checkInterval(interval), {
    calendar: seriesCalendar(series),
    hours,
    earlier,
    closes: schedule.closeTime,
  });
}

/**
 * Returns a series of a longer interval, joined from the adjusted columns that graphs read. A longer bar is known from
 * its `closeTime` on, and one that is still forming is left out. Throws `INTERVAL_UNKNOWN`, and `INTERVAL_UNAVAILABLE`
 * for a shorter interval.
 */
export function coarseSeries(
  series: GraphSeries,
  interval: string,
  groups = coarseGroupsOf(series, interval),
): GraphSeries {
  const { bars, columns, calendar, schedule, inputs } = series;
  const read = new Bars(bars.interval, { ...inputs.fields, time: bars.time }, bars.zone);
  const joined = barsOfGroups({ ...groups, source: read }, NO_SPLITS, { calendar });
  const last = (column: Column): Column => Float64Array.from(groups.time, (_, g) => column[groups.starts[g + 1]! - 1]!);
  const { factors } = inputs;
  return {
    ...series,
    bars: joined,
    columns: columns && mapValues(columns, (column) => lastKnown(column, groups)),
    schedule: { ...schedule, openTime: groups.time, closeTime: groups.closeTime },
    inputs: {
      fields: joined,
      factors: factors && { price: last(factors.price), split: last(factors.split) },
    },
    actions: [],
    first: 0,
    begin: 0,
  };
}

/** Returns the last known value of each group of bars; NaN for a group without values. */
function lastKnown(column: Column, { starts, length }: CoarseGroups): Column {
  const last = new Float64Array(length);
  for (let g = 0; g < length; g++) {
    let bar = starts[g + 1]! - 1;
    while (bar > starts[g]! && Number.isNaN(column[bar])) bar--;
    last[g] = column[bar]!;
  }
  return last;
}
