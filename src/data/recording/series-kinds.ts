import { Bars } from "../../market/bars.ts";
import type { OwnColumns } from "../../market/market-data.ts";
import type { BarColumns } from "../../market/validate-bars.ts";
import type { RecordedChain, RecordedQuotes, RecordedSeries } from "../../market/recorded-market.ts";
import { checkBars } from "../../market/validate-bars.ts";
import type { Column } from "../../primitives/column.ts";
import type { NamedColumns } from "./arrow-file.ts";
import { ADJUSTED_COLUMN, BAR_COLUMNS, CHAIN_COLUMNS, CONTRACT_COLUMNS, QUOTE_COLUMNS } from "./column-names.ts";
import type { FileKind, RecordedFile } from "./manifest.ts";
import { invalidRecording } from "../file-error.ts";

export const BARS: SeriesKind<RecordedSeries> = {
  kind: "bars",
  names: BAR_COLUMNS,
  optional: [ADJUSTED_COLUMN],
  hasOwnColumns: true,
  columns: ({ bars, columns }) => ({
    ...pickColumns(bars, BAR_COLUMNS),
    ...(bars.adjClose !== undefined && { [ADJUSTED_COLUMN]: bars.adjClose }),
    ...columns,
  }),
  make: ({ symbol, interval }, columns) => ({
    symbol: symbol!,
    bars: new Bars(interval!, columns as Readonly<Record<keyof BarColumns, Float64Array>>),
    ...ownColumnsOf(columns),
  }),
  check(path, { bars, columns = {} }) {
    checkBars(bars, (row) => ({ text: `${path}, bar ${row}`, details: { file: path, interval: bars.interval } }));
    const taken = Object.keys(columns).find(isBarColumn);
    if (taken !== undefined)
      throw invalidRecording(path, `must not have an own column with the name of a part of bars, ${taken}`, {
        column: taken,
      });
    checkColumns(path, { time: bars.time, ...columns }, ["time"]);
  },
};

export const QUOTES: SeriesKind<RecordedQuotes> = {
  kind: "quotes",
  names: QUOTE_COLUMNS,
  optional: [],
  columns: (quotes) => pickColumns(quotes, QUOTE_COLUMNS),
  make: ({ symbol }, columns) => ({ symbol: symbol!, ...columns }) as RecordedQuotes,
  check: (path, quotes) => checkColumns(path, pickColumns(quotes, QUOTE_COLUMNS), ["time"]),
};

export const CHAINS: SeriesKind<RecordedChain> = {
  kind: "chains",
  names: CHAIN_COLUMNS,
  optional: [],
  columns: (chain) => pickColumns(chain, CHAIN_COLUMNS),
  make: ({ symbol }, columns) => ({ symbol: symbol!, ...columns }) as RecordedChain,
  check: checkChain,
};

function isBarColumn(name: string): boolean {
  return name === ADJUSTED_COLUMN || (BAR_COLUMNS as readonly string[]).includes(name);
}

/** Returns the columns that are no parts of bars; no member if there are none. */
export function ownColumnsOf(columns: NamedColumns): { readonly columns?: OwnColumns } {
  const own = Object.entries(columns).filter(([name]) => !isBarColumn(name));
  return own.length === 0 ? {} : { columns: Object.fromEntries(own) };
}

/**
 * Checks the snapshots of a chain: rows are unique and sorted by time, expiration and strike, calls before puts; a right is 1 or -1.
 * Throws `RECORDING_INVALID`.
 */
function checkChain(path: string, chain: RecordedChain): void {
  const columns: NamedColumns = Object.fromEntries(CHAIN_COLUMNS.map((name) => [name, chain[name]]));
  checkColumns(path, columns, CONTRACT_COLUMNS);
  const { time, expiration, strike, right } = chain;
  for (let row = 0; row < time.length; row++) {
    if (Math.abs(right[row]!) !== 1) {
      throw invalidRecording(path, `must have 1 or -1 in right of row ${row}, was ${right[row]}`, {
        column: "right",
        row,
      });
    }
    if (row === 0) continue;
    const step =
      time[row]! - time[row - 1]! ||
      expiration[row]! - expiration[row - 1]! ||
      strike[row]! - strike[row - 1]! ||
      right[row - 1]! - right[row]!;
    if (step > 0) continue;
    throw invalidRecording(
      path,
      `must have rows sorted by time, expiration, strike and right, but row ${row} is not after the previous row`,
      { row },
    );
  }
}

/** A kind of data that a recording stores for each symbol, such as quotes: column names, checks and form in memory. */
export interface SeriesKind<Recorded> {
  readonly kind: FileKind;
  /** Columns that every file of this kind has. */
  readonly names: readonly string[];
  /** Columns that either all files of a series have or none. */
  readonly optional: readonly string[];
  /** Whether all other columns of numbers are read too. */
  readonly hasOwnColumns?: boolean;
  /** Returns the columns of recorded data by name. */
  readonly columns: (recorded: Recorded) => NamedColumns;
  /** Creates recorded data from columns; `file` is the first file they were read from. */
  readonly make: (file: RecordedFile, columns: NamedColumns) => Recorded;
  /** Throws for invalid data; `path` names the file in errors. */
  readonly check: (path: string, recorded: Recorded) => void;
}

/** Returns the named columns of an object. */
function pickColumns<Name extends string>(
  from: Readonly<Record<Name, Float64Array>>,
  names: readonly Name[],
): NamedColumns {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}

/**
 * Checks columns other than bars: equal lengths, times that never decrease, and finite values or NaN for missing ones. The `required`
 * columns, which identify a row, have no NaN. Throws `RECORDING_INVALID`, which names the row.
 */
function checkColumns(path: string, columns: NamedColumns, required: readonly string[]): void {
  const time = columns["time"]!;
  for (const [name, column] of Object.entries(columns)) {
    if (column.length !== time.length) {
      throw invalidRecording(path, `must have ${time.length} rows in ${name}, as in time, has ${column.length}`, {
        column: name,
      });
    }
    const row = firstInvalidRow(column, required.includes(name));
    if (row >= 0) {
      const mustBe = required.includes(name) ? "a finite number" : "a finite number (or NaN if missing)";
      throw invalidRecording(path, `must have ${mustBe} in ${name} of row ${row}, was ${column[row]}`, {
        column: name,
        row,
      });
    }
  }
  for (let row = 1; row < time.length; row++) {
    if (time[row]! >= time[row - 1]!) continue;
    throw invalidRecording(
      path,
      `must have rows sorted by time, but row ${row} has ${time[row]} after ${time[row - 1]}`,
      { column: "time", row },
    );
  }
}

function firstInvalidRow(column: Column, isRequired: boolean): number {
  for (let row = 0; row < column.length; row++) {
    const value = column[row]!;
    if (Number.isFinite(value) || (!isRequired && Number.isNaN(value))) continue;
    return row;
  }
  return -1;
}
