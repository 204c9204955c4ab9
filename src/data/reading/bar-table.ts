import type { BarPlace } from "../../market/validate-bars.ts";
import type { Column } from "../../primitives/column.ts";
import type { ColumnReader, RefuseRow } from "../csv/rows.ts";

/** A table of a file, before it is known which of its columns are times, prices and symbols. */
export interface BarTable {
  /** Path as given, for errors. */
  readonly file: string;
  /** Kind of file, such as `CSV with semicolons`. */
  readonly kind: string;
  /** Text between cells; undefined if the values of the file are not text. */
  readonly delimiter?: string;
  /** Names of the columns; an empty text for a column without a name. */
  readonly names: readonly string[];
  /** Whether the file itself names its columns. */
  readonly named: boolean;
  /** Cells of rows from the whole file, as text; at least the first row. */
  readonly sample: readonly (readonly string[])[];
  /** Facts that the file states outside its rows. */
  readonly facts: TableFacts;
  /** Notes on how the table was found in the file. */
  readonly notes: readonly string[];
  /** How a column that is declared as times stores them: as instants, or as times, dates or times of day in a local zone, in milliseconds. */
  readonly clock?: (position: number) => Clock | undefined;
  /** Reads one column by each reader. Rows that cannot be read are passed to `refuse`, if given, and left out. */
  readonly read: (readers: readonly ColumnReader[], refuse?: RefuseRow) => TableRows | Promise<TableRows>;
}

/** How declared times are stored. */
export type Clock = "instant" | "local" | "date" | "time of day";

/** Facts about bars that a file states outside its rows, or that its layout implies. */
export interface TableFacts {
  readonly symbol?: string;
  /** IANA zone of times without an offset. */
  readonly zone?: string;
  /** Name that the file states for the zone of times without an offset, if it names no single zone: `EST`. */
  readonly unclearZone?: string;
  /** Symbols whose prices have columns of their own, with the positions of these columns by name. */
  readonly wide?: readonly WideSymbol[];
  /** Position of the times next to these columns. Default: the first column. */
  readonly wideTime?: number;
}

/** A symbol with columns of its own, in a table with a group of columns for each symbol. */
export interface WideSymbol {
  readonly symbol: string;
  /** Positions of its columns. */
  readonly positions: readonly number[];
  /** Names of its columns, in the same order: `Open`, `Close`. */
  readonly names: readonly string[];
}

/** The rows of a table as columns of numbers. */
export interface TableRows {
  readonly length: number;
  /** Columns by position, each at least `length` long; empty for a column that is not read. */
  readonly columns: readonly Column[];
  /** Number of empty lines between rows. */
  readonly blankLines: number;
  /** Returns the text of a cell; an empty text for a missing one. */
  readonly text: (row: number, position: number) => string;
  /** Returns the line of a row, or its number in the table, from 1. */
  readonly line: (row: number) => number;
  /** Returns the place of a row for errors. */
  readonly place: (row: number) => BarPlace;
}
