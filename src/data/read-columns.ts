import type { TimedColumns } from "../market/join-columns.ts";
import { checkOptions, type OptionNames } from "../primitives/check-options.ts";
import { checkInteger } from "../primitives/check.ts";
import type { Column } from "../primitives/column.ts";
import { zoneOf } from "../time/zone.ts";
import { formatOf } from "./bar-formats.ts";
import type { ColumnReader } from "./csv/rows.ts";
import { LARGEST_FILE, readFileBytes } from "./file-bytes.ts";
import { fileError, invalidFile } from "./file-error.ts";
import { columnName, timeLayoutOf } from "./reading/columns.ts";
import { SymbolReader, textNotes } from "./reading/misread-checks.ts";
import { OwnNumbers } from "./reading/number-cells.ts";
import { isCounter, isNumeric } from "./reading/read-series.ts";
import { rowsBySymbol, selectRows } from "./reading/row-order.ts";
import { timesOf } from "./reading/table-times.ts";

/** Options of `readColumns`. */
export interface ColumnFileOptions {
  /** Name of the column of times. Default: by its name, such as `date` or `timestamp`. */
  readonly time?: string;
  /** Name of the column with the times at which rows are known, which is read as epoch milliseconds. */
  readonly knownAt?: string;
  /** IANA time zone of times without an offset. Default: `UTC`. A date alone is midnight in this zone. */
  readonly zone?: string;
  /** Format of the times, such as `DD/MM/YYYY HH:mm`. Default: what the times show. */
  readonly dateFormat?: string;
  /** Size limit of the file in bytes, both as stored and once unpacked. Default: 2 GiB. */
  readonly maxBytes?: number;
}

const OPTIONS: OptionNames<ColumnFileOptions> = {
  time: true,
  knownAt: true,
  zone: true,
  dateFormat: true,
  maxBytes: true,
};

/**
 * Reads a file of values that are no bars, such as a sentiment for each day: a time, numbers, and optionally symbols. Reads the formats of
 * `readBars`. Every column of numbers is read under its name in the file; a missing number is NaN. `notes` name columns that are not read. Rows of several symbols become several
 * tables. Join the tables to bars with `joinColumns`.
 *
 * Throws `DATA_FILE_NOT_FOUND`, `DATA_FILE_INVALID` (no column of times or of numbers, or a time that cannot be read), `DATA_EMPTY`,
 * `SETTING_INVALID` and `ZONE_UNKNOWN`.
 *
 * @example
 * const data = joinColumns(await readBars("SPY.csv"), await readColumns("sentiment.csv"), { lag: "1d" });
 */
export async function readColumns(file: string, options: ColumnFileOptions = {}): Promise<TimedColumns[]> {
  const {
    time: chosen,
    knownAt,
    zone: zoneName = "UTC",
    dateFormat,
    maxBytes = LARGEST_FILE,
  } = checkOptions("readColumns", options, OPTIONS);
  const zone = zoneOf(zoneName);
  const { text } = await readFileBytes(file, checkInteger("maxBytes", maxBytes));
  const table = await formatOf(text.bytes.subarray(0, text.length)).open(file, text, maxBytes);
  const { names, sample } = table;
  const layout = timeLayoutOf(table, chosen);
  if (sample.length === 0) throw fileError("DATA_EMPTY", file, "has no rows below its header");
  const known = knownAt === undefined ? undefined : timeLayoutOf(table, knownAt).time;
  const times = timesOf(table, layout, zone, dateFormat);
  const knownTimes =
    known === undefined ? undefined : timesOf(table, { time: known, timeOfDay: undefined }, zone, dateFormat);

  const numeric = names.map((name, at) => {
    const cells = sample.map((row) => row[at] ?? "").filter((cell) => cell !== "");
    return !isCounter(name) && isNumeric(cells);
  });
  const readers = numeric.map((isNumber): ColumnReader => (isNumber ? new OwnNumbers() : "skip"));
  const symbolColumn = layout.symbols.find((at) => !numeric[at]);
  if (symbolColumn !== undefined) readers[symbolColumn] = new SymbolReader();
  for (const [at, reader] of [...times.readers, ...(knownTimes?.readers ?? [])]) readers[at] = reader;
  const read = await table.read(readers);
  const timed = times.instants(read);
  const columns = names.flatMap((name, at): [string, Column][] => {
    const reader = readers[at];
    if (at === known && at !== layout.time) return [[name, knownTimes!.instants(read).time]];
    return reader instanceof OwnNumbers && reader.text === undefined
      ? [[columnName(names, at), read.columns[at]!]]
      : [];
  });
  const notes = names.flatMap((name, at) => {
    const reader = readers[at];
    const isUnread = reader instanceof OwnNumbers ? reader.text !== undefined : reader === "skip" && !isCounter(name);
    return isUnread ? textNotes(table, read, at) : [];
  });
  if (columns.every(([name]) => name === knownAt))
    throw invalidFile(
      file,
      `must have a column of numbers next to its times, has ${[names.join(", "), ...notes].join(". ").replace(/\.$/, "")}`,
      { names },
    );
  const symbols = symbolColumn === undefined ? [] : (readers[symbolColumn] as SymbolReader).symbols;
  const groups =
    symbols.length === 0 ? [timed.rows] : rowsBySymbol(read.columns[symbolColumn!]!, timed.rows, symbols.length);
  return groups.map((rows, place) => ({
    ...(symbols.length > 0 && { symbol: symbols[place]! }),
    time: selectRows(timed.time, rows),
    columns: Object.fromEntries(columns.map(([name, column]) => [name, selectRows(column, rows)])),
    ...(notes.length > 0 && { notes }),
  }));
}
