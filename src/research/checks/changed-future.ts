import { columnSeries } from "../../simulation/check-series.ts";
import { Bars } from "../../market/bars.ts";
import { columnsByName } from "../../market/validate-bars.ts";
import { isTraded } from "../../market/instrument.ts";
import type { MarketData, Series } from "../../market/market-data.ts";
import { scheduleOf } from "../../market/schedule.ts";
import type { Column } from "../../primitives/column.ts";
import { mapValues } from "../../primitives/record-helpers.ts";
import type { SeededRandom } from "../../primitives/random.ts";
import { DAY_MS, intervalEnd } from "../../time/interval.ts";

/** Additional shift of later bar times in a truncated future. */
const SHIFT_MS = 30 * DAY_MS;

/** How later data are changed: `perturbed` changes every later price; `truncated` also removes all later bars but one. */
export type FutureChange = "perturbed" | "truncated";

/**
 * Copies the data with a changed future: values that become known after the hooks at `now` are replaced by other valid values. The open of a bar that has
 * opened and not closed is kept. A truncated future keeps one bar, which shows that the series continues.
 */
export function changeFuture(data: MarketData, now: number, change: FutureChange, random: SeededRandom): MarketData {
  return { ...data, series: data.series.map((series) => changeSeries(series, now, change, random)) };
}

function changeSeries(series: Series, now: number, change: FutureChange, random: SeededRandom): Series {
  const { bars, calendar, actions, instrument } = series;
  const { openTime, closeTime } = scheduleOf(bars, calendar);
  let known = 0;
  while (known < bars.length && closeTime[known]! <= now) known++;
  const length = change === "truncated" ? Math.min(bars.length, known + 1) : bars.length;
  const columns = columnsByName((name) => bars[name]?.slice(0, length));
  // Later prices continue at between half and double their level, and every later bar gets another shape.
  const level = 2 ** (2 * random.next() - 1);
  // Data that are not traded may have values of any sign, as own columns do.
  const changed = (price: number): number =>
    isTraded(instrument) ? price * level * (1 + 0.1 * (random.next() - 0.5)) : otherValue(price, random);
  for (let i = known; i < length; i++) {
    const hasOpened = isTraded(instrument) && openTime[i]! < now;
    const open = hasOpened ? columns.open[i]! : changed(columns.open[i]!);
    const close = changed(columns.close[i]!);
    columns.open[i] = open;
    columns.close[i] = close;
    const reach = 0.02 * Math.max(Math.abs(open), Math.abs(close));
    columns.high[i] = Math.max(open, close) + reach * random.next();
    columns.low[i] = Math.min(open, close) - reach * random.next();
    columns.volume[i]! *= 0.5 + random.next();
    if (columns.adjClose !== undefined) columns.adjClose[i]! *= level;
  }
  const own = columnSeries(series).columns;
  const today = Math.floor(now / DAY_MS);
  return {
    ...series,
    bars: new Bars(bars.interval, columns, bars.zone),
    ...(own !== undefined && {
      columns: mapValues(own, (column) => changeValues(column.slice(0, length), known, random)),
    }),
    ...(actions !== undefined && { actions: actions.filter(({ exDate }) => exDate <= today) }),
  };
}

/** Replaces all values from `known` on by others, and missing ones by values. */
function changeValues(column: Column, known: number, random: SeededRandom): Column {
  for (let i = known; i < column.length; i++) {
    const value = column[i]!;
    column[i] = Number.isNaN(value) ? random.next() : otherValue(value, random);
  }
  return column;
}

function otherValue(value: number, random: SeededRandom): number {
  return (4 * random.next() - 2) * (Math.abs(value) || 1);
}

/**
 * Writes the changed future into the arrays of the data, for code that reads these arrays directly. Prices and volumes are replaced, and
 * are NaN where the changed future has no bar. Bars that begin at `now` or later get later times, still rising, so that a search for a
 * known time works. Returns a function that restores the arrays.
 */
export function overwriteColumns(data: MarketData, other: MarketData, now: number, change: FutureChange): () => void {
  const columns = data.series.flatMap((series, i) => {
    const { bars } = series;
    const changed = other.series[i]!.bars;
    const prices = (["open", "high", "low", "close", "volume", "adjClose"] as const).flatMap((name) => {
      const column = bars[name];
      return column === undefined ? [] : [{ column, own: column.slice(), changed: changed[name]! }];
    });
    for (const [name, column] of Object.entries(series.columns ?? {}))
      if (column instanceof Float64Array)
        prices.push({ column, own: column.slice(), changed: other.series[i]!.columns![name] as Column });
    // If other data share the array of times, it is not changed, since that would change the other data too.
    if (sharesTimes(data, series)) return prices;
    return [...prices, { column: bars.time, own: bars.time.slice(), changed: shiftTimes(series, now, change) }];
  });
  for (const { column, changed } of columns) {
    column.set(changed);
    column.fill(NaN, changed.length);
  }
  return () => columns.forEach(({ column, own }) => column.set(own));
}

/** Returns times in which later bars start later: by a part of a bar, and by weeks more in a truncated future. */
function shiftTimes({ bars, calendar, zone = bars.zone }: Series, now: number, change: FutureChange): Float64Array {
  const { openTime } = scheduleOf(bars, calendar, zone);
  const later = intervalEnd(bars.interval, 0) * 1.5 + (change === "truncated" ? SHIFT_MS : 0);
  return bars.time.map((time, row) => (openTime[row]! < now ? time : time + later));
}

/** Whether another series uses the same array of bar times. */
function sharesTimes({ series, rates = [] }: MarketData, { bars: { time } }: Series): boolean {
  const others = series
    .map(columnSeries)
    .flatMap(({ finer, reference, quotes, sessions }) => [finer?.time, reference?.time, quotes?.time, sessions?.open]);
  return [...others, ...rates.map(({ bars }) => bars.time)].some((other) => other?.buffer === time.buffer);
}
