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
}

/** Market data of which every thread has the same memory. */
export interface SharedData {
  readonly notes: readonly string[];
  readonly series: readonly (Omit<Series, "bars" | "calendar" | "reference"> & {
    readonly bars: SharedBars;
    readonly reference: SharedBars | undefined;
    readonly calendar: string | CalendarDeclaration | undefined;
  })[];
}

/** Columns over memory that threads share. Those that lie in such memory already are taken as they are, others are copied once. */
export function shareData(data: MarketData): SharedData {
  return {
    notes: data.notes,
    series: data.series.map(({ bars, calendar, reference, ...rest }) => ({
      ...rest,
      bars: shareBars(bars),
      reference: reference === undefined ? undefined : shareBars(reference),
      calendar: calendar === undefined ? undefined : recordCalendars([calendar])[0]!,
    })),
  };
}

/** Market data over shared memory, in the thread that got them. */
export function openShared({ series, notes }: SharedData): MarketData {
  return {
    notes,
    series: series.map(({ bars, calendar, reference, ...rest }) => ({
      ...rest,
      bars: openBars(bars),
      reference: reference === undefined ? undefined : openBars(reference),
      calendar: typeof calendar === "string" ? calendarOf(calendar) : calendar && declareCalendar(calendar),
    })),
  };
}

function shareBars({ interval, time, open, high, low, close, volume, adjClose }: Bars): SharedBars {
  const columns = Object.entries({ time, open, high, low, close, volume, adjClose });
  return { interval, columns: Object.fromEntries(columns.map(([name, column]) => [name, column && shared(column)])) };
}

function shared(column: Column): Column {
  if (column.buffer instanceof SharedArrayBuffer) return column;
  const copy = new Float64Array(new SharedArrayBuffer(column.byteLength));
  copy.set(column);
  return copy;
}

function openBars({ interval, columns }: SharedBars): Bars {
  return new Bars(interval, columns as unknown as ConstructorParameters<typeof Bars>[1]);
}
