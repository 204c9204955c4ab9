import type { Series } from "../../market/market-data.ts";
import type { Column } from "../../primitives/column.ts";
import type { CalendarDeclaration } from "../../time/calendar-declaration.ts";
import type { Interval } from "../../time/interval.ts";

// This module imports types only, so that a process that forwards data loads no other modules.

/** Bars in the form in which threads exchange them, without copying columns. */
export interface SharedBars<Stored> {
  readonly interval: Interval;
  readonly columns: Readonly<Record<string, Stored | undefined>>;
  readonly zone: string | undefined;
}

/** A series in the form in which threads exchange it. */
export type SharedSeries<Stored> = Omit<Series, "bars" | "columns" | "reference" | "finer" | "calendar"> & {
  readonly bars: SharedBars<Stored>;
  readonly columns: Readonly<Record<string, Stored>> | undefined;
  readonly reference: SharedBars<Stored> | undefined;
  readonly finer: SharedBars<Stored> | undefined;
  readonly calendar: string | CalendarDeclaration | undefined;
};

/** Market data whose columns lie in memory shared by threads. Between processes, each column is replaced by a reference. */
export interface SharedData<Stored = Column> {
  readonly notes: readonly string[];
  readonly series: readonly SharedSeries<Stored>[];
  readonly rates: readonly SharedSeries<Stored>[] | undefined;
}

/** Copies the data with each column replaced by the result of `change`. */
export function mapColumns<From, To>(data: SharedData<From>, change: (column: From) => To): SharedData<To> {
  const changed = (columns: Readonly<Record<string, From | undefined>>) =>
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column && change(column)] as const));
  const barsOf = ({ columns, ...rest }: SharedBars<From>): SharedBars<To> => ({ ...rest, columns: changed(columns) });
  const seriesOf = ({ bars, columns, reference, finer, ...rest }: SharedSeries<From>): SharedSeries<To> => ({
    ...rest,
    bars: barsOf(bars),
    columns: columns && (changed(columns) as Readonly<Record<string, To>>),
    reference: reference && barsOf(reference),
    finer: finer && barsOf(finer),
  });
  return { ...data, series: data.series.map(seriesOf), rates: data.rates?.map(seriesOf) };
}
