import { seriesFacts } from "../../engine/fingerprint.ts";
import { Bars } from "../../market/bars.ts";
import type { MarketData, Series } from "../../market/market-data.ts";
import { type Column, concatColumns, sharedColumn } from "../../primitives/column.ts";
import { getOrCreate } from "../../primitives/map-helpers.ts";
import { digestOf } from "../../primitives/sha256.ts";
import { columnSeries } from "../../simulation/check-series.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { declareCalendar } from "../../time/declared-calendar.ts";
import { recordCalendars } from "../../data/recording/calendars.ts";
import { mapColumns, type SharedBars, type SharedData, type SharedSeries } from "./data-columns.ts";

/** Copies columns into memory that threads share, unless they are in such memory already. */
export function shareData(data: MarketData): SharedData {
  return mapColumns(plainData(data), toSharedColumn);
}

/** Converts market data to a form that can be sent to a thread, without copying columns. */
export function plainData({ notes, series, rates }: MarketData): SharedData {
  return { notes, series: series.map(plainSeries), rates: rates?.map(plainSeries) };
}

/** Restores market data in the receiving thread, without copying columns. */
export function openShared({ notes, series, rates }: SharedData): MarketData {
  return { notes, series: series.map(openSeries), rates: rates?.map(openSeries) };
}

function plainSeries(series: Series): SharedSeries<Column> {
  const { bars, columns, reference, finer, calendar, ...rest } = columnSeries(series);
  return {
    ...rest,
    bars: plainBars(bars),
    columns,
    reference: reference && plainBars(reference),
    finer: finer && plainBars(finer),
    calendar: calendar && recordCalendars([calendar])[0]!,
  };
}

function openSeries({ bars, reference, finer, calendar, ...rest }: SharedSeries<Column>): Series {
  return {
    ...rest,
    bars: openBars(bars),
    reference: reference && openBars(reference),
    finer: finer && openBars(finer),
    calendar: typeof calendar === "string" ? calendarOf(calendar) : calendar && declareCalendar(calendar),
  };
}

function plainBars({ interval, zone, time, open, high, low, close, volume, adjClose }: Bars): SharedBars<Column> {
  return { interval, columns: { time, open, high, low, close, volume, adjClose }, zone };
}

function toSharedColumn(column: Column): Column {
  if (column.buffer instanceof SharedArrayBuffer) return column;
  return concatColumns([column], sharedColumn);
}

function openBars({ interval, columns, zone }: SharedBars<Column>): Bars {
  return new Bars(interval, columns as unknown as ConstructorParameters<typeof Bars>[1], zone);
}

const checksums = new WeakMap<MarketData, string>();

/** Returns the SHA-256 of everything in market data that a run may read. It is computed once for each data. */
export function dataChecksum(data: MarketData): string {
  return getOrCreate(checksums, data, () => {
    const rates = data.rates && seriesFacts(data.rates);
    return digestOf({ series: seriesFacts(data.series), rates });
  });
}
