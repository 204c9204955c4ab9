import { Bars } from "../../market/bars.ts";
import type { MarketData, Series } from "../../market/market-data.ts";
import type { Column } from "../../primitives/column.ts";
import type { CalendarDeclaration } from "../../time/calendar-declaration.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { declareCalendar } from "../../time/declared-calendar.ts";
import type { Interval } from "../../time/interval.ts";
import { recordCalendars } from "../../tape/recording/calendars.ts";

/** Bars as threads hand them to each other: nothing of the columns is copied. */
interface SharedBars {
  readonly interval: Interval;
  readonly columns: Readonly<Record<string, Column | undefined>>;
  readonly zone: string | undefined;
}

/** A series as threads hand it to each other. */
type SharedSeries = Omit<Series, "bars" | "reference" | "finer" | "calendar"> & {
  readonly bars: SharedBars;
  readonly reference: SharedBars | undefined;
  readonly finer: SharedBars | undefined;
  readonly calendar: string | CalendarDeclaration | undefined;
};

/** Market data of which every thread has the same memory. */
export interface SharedData {
  readonly notes: readonly string[];
  readonly series: readonly SharedSeries[];
  readonly rates: readonly SharedSeries[] | undefined;
}

/** Columns over memory that threads share. Those that lie in such memory already are taken as they are, others are copied once. */
export function shareData({ notes, series, rates }: MarketData): SharedData {
  return { notes, series: series.map(shareSeries), rates: rates?.map(shareSeries) };
}

/** Market data over shared memory, in the thread that got them. */
export function openShared({ notes, series, rates }: SharedData): MarketData {
  return { notes, series: series.map(openSeries), rates: rates?.map(openSeries) };
}

function shareSeries({ bars, reference, finer, calendar, ...rest }: Series): SharedSeries {
  return {
    ...rest,
    bars: shareBars(bars),
    reference: reference && shareBars(reference),
    finer: finer && shareBars(finer),
    calendar: calendar && recordCalendars([calendar])[0]!,
  };
}

function openSeries({ bars, reference, finer, calendar, ...rest }: SharedSeries): Series {
  return {
    ...rest,
    bars: openBars(bars),
    reference: reference && openBars(reference),
    finer: finer && openBars(finer),
    calendar: typeof calendar === "string" ? calendarOf(calendar) : calendar && declareCalendar(calendar),
  };
}

function shareBars({ interval, zone, time, open, high, low, close, volume, adjClose }: Bars): SharedBars {
  const columns = Object.entries({ time, open, high, low, close, volume, adjClose });
  return {
    interval,
    columns: Object.fromEntries(columns.map(([name, column]) => [name, column && shared(column)])),
    zone,
  };
}

function shared(column: Column): Column {
  if (column.buffer instanceof SharedArrayBuffer) return column;
  const copy = new Float64Array(new SharedArrayBuffer(column.byteLength));
  copy.set(column);
  return copy;
}

function openBars({ interval, columns, zone }: SharedBars): Bars {
  return new Bars(interval, columns as unknown as ConstructorParameters<typeof Bars>[1], zone);
}
