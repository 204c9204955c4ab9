import { type BarColumns, columnsByName } from "../../market/validate-bars.ts";
import type { Column } from "../../primitives/column.ts";
import { invalidFile } from "../file-error.ts";

/** Which columns hold what, by their position. */
export interface Layout {
  /** A column of whole times; with `clock`, one of dates. */
  readonly time: number;
  /** A column of times of day. */
  readonly timeOfDay: number | undefined;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number | undefined;
  readonly adjClose: number | undefined;
  /** The columns that say whose bar a row is. */
  readonly symbols: readonly number[];
  /** The columns of which nothing is known. */
  readonly unrecognized: readonly number[];
  /** Names of the columns that hold nothing of these; of one without a name its place, `column 7`. */
  readonly unreadNames: readonly string[];
}

/** Spellings of each column, without case, spaces and `_ - .`; where several are there, the first of the list is meant. */
const SPELLINGS = {
  time: ["timestamp", "datetime", "opentime", "date", "time", "t"],
  open: ["open", "o"],
  high: ["high", "h"],
  low: ["low", "l"],
  close: ["close", "c", "last", "price"],
  volume: ["volume", "vol", "v"],
  adjClose: ["adjclose", "adjustedclose"],
} as const;

/** Names of a column of symbols, plain. */
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
/** Names of columns of volumes that do not say of what: `Volume BTC`, `volumefrom`, `tick volume`. */
const VOLUME_LIKE = /volume|^vol(?!at)/;

type Role = keyof typeof SPELLINGS;

const REQUIRED = ["time", "open", "high", "low", "close"] as const satisfies readonly Role[];

/**
 * Finds the columns by the names in the header. `date` and `time` together are one time in two columns.
 * Throws DATA_FILE_INVALID when a column is missing or a name that matters occurs twice.
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

/** The columns of bars at the places of a layout; every volume is 0 where there is no column of them. */
export function columnsAt(layout: Layout, rows: number, column: (position: number) => Column): BarColumns {
  return columnsByName((name) => {
    const position = layout[name];
    if (position !== undefined) return column(position);
    return name === "volume" ? new Float64Array(rows) : undefined;
  });
}

/** Whether names are those of bars, whatever else there is. */
export function hasBarColumns(names: readonly string[]): boolean {
  const plain = new Set(names.map(normalizedName));
  return REQUIRED.every((role) => SPELLINGS[role].some((spelling) => plain.has(spelling)));
}

/** What a column is called; one without a name by its place, `column 7`. */
export function columnName(names: readonly string[], position: number): string {
  return names[position] === "" ? `column ${position + 1}` : names[position]!;
}

/** A name of a column without case, spaces and `_ - .`. */
export function normalizedName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_.-]+/g, "");
}

/** The names that are those of columns of volumes, however they are written. */
export function volumeColumns(names: readonly string[]): string[] {
  const spellings: readonly string[] = SPELLINGS.volume;
  return names.filter((name) => VOLUME_LIKE.test(normalizedName(name)) || spellings.includes(normalizedName(name)));
}

/** A volume that is there must not be read as 0. */
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
