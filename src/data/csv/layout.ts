import { type BarColumns, columnsByName } from "../../market/validate-bars.ts";
import type { Column } from "../../primitives/column.ts";
import { invalidFile } from "../file-error.ts";

/** Positions of the columns of a table that hold parts of a bar. */
export interface Layout {
  /** Column of times; of dates only if there is a `timeOfDay` column. */
  readonly time: number;
  /** Column of times of day, if `time` has only dates. */
  readonly timeOfDay: number | undefined;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number | undefined;
  readonly adjClose: number | undefined;
  /** Columns that name the instrument of a row. */
  readonly symbols: readonly number[];
  /** Columns with other names, whose content is unknown. */
  readonly unrecognized: readonly number[];
  /** Names of all columns that are not read; `column 7` for a column without a name. */
  readonly unreadNames: readonly string[];
}

/** Accepted names of each column of bars, normalized. If a file has several of these names, the first in the list is read. */
const SPELLINGS = {
  time: ["timestamp", "datetime", "opentime", "date", "time", "t"],
  open: ["open", "o"],
  high: ["high", "h"],
  low: ["low", "l"],
  close: ["close", "c", "last", "price"],
  volume: ["volume", "vol", "v"],
  adjClose: ["adjclose", "adjustedclose"],
} as const;

/** Names of columns that contain symbols, normalized. */
export const SYMBOL_NAMES = [
  "symbol",
  "ticker",
  "actsymbol",
  "tic",
  "instrument",
  "name",
  "pair",
  "sym",
  "secid",
  "isin",
  "figi",
  "cusip",
  "productid",
  "code",
  "asset",
  "security",
  "contract",
  "stock",
  "coin",
];
/** Matches names of volume columns with an unclear unit: `Volume BTC`, `volumefrom`, `tick volume`. */
const VOLUME_LIKE = /volume|^vol(?!at)/;

type Role = keyof typeof SPELLINGS;

const REQUIRED = ["time", "open", "high", "low", "close"] as const satisfies readonly Role[];

/**
 * Finds the columns of bars by the names in the header. `date` and `time` together are one time in two columns.
 * Throws `DATA_FILE_INVALID` if a column is missing or a name that is read occurs twice.
 */
export function layoutOf(file: string, names: readonly string[]): Layout {
  const plain = names.map(normalizedName);
  const positions = {} as Record<Role, number>;
  for (const role of Object.keys(SPELLINGS) as Role[]) {
    const spelling = SPELLINGS[role].find((one) => plain.includes(one));
    positions[role] = spelling === undefined ? -1 : plain.indexOf(spelling);
    if (spelling !== undefined && plain.indexOf(spelling) !== plain.lastIndexOf(spelling)) {
      const column = names[positions[role]];
      throw invalidFile(file, `must have one column ${column}, its header has several`, { column, header: names });
    }
  }
  const missing = REQUIRED.filter((role) => positions[role] === -1);
  if (missing.length > 0) throw missingColumns(file, missing, names);

  if (positions.volume === -1) checkVolumeName(file, names);
  const found = (role: Role): number | undefined => (positions[role] === -1 ? undefined : positions[role]);
  const isSplit = plain[positions.time] === "date" && plain.includes("time");
  const timeOfDay = isSplit ? plain.indexOf("time") : undefined;
  const read = new Set([...Object.values(positions), timeOfDay]);
  const unreadNames = plain.flatMap((_, position) => (read.has(position) ? [] : [position]));
  const isSymbol = (position: number): boolean => SYMBOL_NAMES.includes(plain[position]!);
  return {
    time: positions.time,
    timeOfDay,
    open: positions.open,
    high: positions.high,
    low: positions.low,
    close: positions.close,
    volume: found("volume"),
    adjClose: found("adjClose"),
    symbols: unreadNames.filter(isSymbol),
    unrecognized: unreadNames.filter((position) => !isSymbol(position)),
    unreadNames: unreadNames.map((position) => columnName(names, position)),
  };
}

/** Collects the columns of bars at the positions of a layout. Without a volume column every volume is 0. */
export function columnsAt(layout: Layout, rows: number, column: (position: number) => Column): BarColumns {
  return columnsByName((name) => {
    const position = layout[name];
    if (position !== undefined) return column(position);
    return name === "volume" ? new Float64Array(rows) : undefined;
  });
}

/** Whether a list of column names includes all required columns of bars. */
export function hasBarColumns(names: readonly string[]): boolean {
  const plain = new Set(names.map(normalizedName));
  return REQUIRED.every((role) => SPELLINGS[role].some((spelling) => plain.has(spelling)));
}

/** Returns the name of a column; `column 7` for one without a name. */
export function columnName(names: readonly string[], position: number): string {
  return names[position] === "" ? `column ${position + 1}` : names[position]!;
}

/** Returns a column name in lower case, without spaces and `_ - .`. */
export function normalizedName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_.-]+/g, "");
}

/** Returns the names that look like volume columns. */
export function volumeColumns(names: readonly string[]): string[] {
  const spellings: readonly string[] = SPELLINGS.volume;
  return names.filter((name) => VOLUME_LIKE.test(normalizedName(name)) || spellings.includes(normalizedName(name)));
}

/** Throws `DATA_FILE_INVALID` if a volume column has an unknown name: its volumes must not be read as 0. */
function checkVolumeName(file: string, names: readonly string[]): void {
  const volumes = volumeColumns(names);
  if (volumes.length === 0) return;
  const message =
    `has no column "volume", but ${volumes.join(", ")}. ` +
    "Rename the column that counts traded units to volume, and any other to a name without that word";
  throw invalidFile(file, message, { columns: volumes, header: names });
}

function missingColumns(file: string, missing: readonly Role[], header: readonly string[]): Error {
  const shown = missing.map((role) => (role === "time" ? "a time (date, time, timestamp, datetime, open time)" : role));
  return invalidFile(
    file,
    `must name time, open, high, low and close in its first line, missing ${shown.join(", ")}; ` +
      `the line is ${shortened(header.join(", "))}`,
    { missing, header },
  );
}

function shortened(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 197)}...` : text);
}
