import type { Series } from "../../market/market-data.ts";
import type { Column } from "../../primitives/column.ts";
import type { CalendarDeclaration } from "../../time/calendar-declaration.ts";
import type { Interval } from "../../time/interval.ts";

// What only passes data on, such as the process of a backtest, loads nothing more of the library.

/** Bars as threads hand them to each other: nothing of the columns is copied. */
export interface SharedBars<Held> {
  readonly interval: Interval;
  readonly columns: Readonly<Record<string, Held | undefined>>;
  readonly zone: string | undefined;
}

/** A series as threads hand it to each other. */
export type SharedSeries<Held> = Omit<Series, "bars" | "reference" | "finer" | "calendar"> & {
  readonly bars: SharedBars<Held>;
  readonly reference: SharedBars<Held> | undefined;
  readonly finer: SharedBars<Held> | undefined;
  readonly calendar: string | CalendarDeclaration | undefined;
};

/** Market data of which every thread has the same memory; between processes, with what names a column in its place. */
export interface SharedData<Held = Column> {
  readonly notes: readonly string[];
  readonly series: readonly SharedSeries<Held>[];
  readonly rates: readonly SharedSeries<Held>[] | undefined;
}

/** The same data with something else in the place of each column. */
export function mapColumns<From, To>(data: SharedData<From>, change: (column: From) => To): SharedData<To> {
  const barsOf = ({ columns, ...rest }: SharedBars<From>): SharedBars<To> => {
    const changed = Object.entries(columns).map(([name, column]) => [name, column && change(column)] as const);
    return { ...rest, columns: Object.fromEntries(changed) };
  };
  const seriesOf = ({ bars, reference, finer, ...rest }: SharedSeries<From>): SharedSeries<To> => ({
    ...rest,
    bars: barsOf(bars),
    reference: reference && barsOf(reference),
    finer: finer && barsOf(finer),
  });
  return { ...data, series: data.series.map(seriesOf), rates: data.rates?.map(seriesOf) };
}
