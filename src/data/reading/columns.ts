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
  /** Columns that name the instrument of a row, the likeliest first. */
  readonly symbols: readonly number[];
  /** All other columns. */
  readonly others: readonly number[];
}

/** Normalized names of each column. If a file has columns for several of these names, the first in the list is read. */
const SPELLINGS = {
  time: [
    "timeopen",
    "unix",
    "unixtimestamp",
    "timestamp",
    "datetime",
    "opentime",
    "date",
    "dtyyyymmdd",
    "time",
    "t",
    "mts",
    "tsevent",
    "windowstart",
    "begin",
    "gmttime",
    "localtime",
    "datetimeutc",
    "utctime",
    "timestamputc",
    "dateutc",
    "timeutc",
    "timegmt",
    "dategmt",
    "datetimegmt",
    "timestampgmt",
    "tradedate",
    "timestamps",
    "startat",
    "starttime",
    "ts",
    "day",
  ],
  open: ["open", "o", "openprice", "pxopen"],
  high: ["high", "h", "highprice", "max", "pxhigh"],
  low: ["low", "l", "lowprice", "min", "pxlow"],
  close: ["close", "c", "closelast", "closeprice", "last", "price", "latest", "pxlast"],
  volume: [
    "volume",
    "vol",
    "v",
    "tottrdqty",
    "tradedqty",
    "totaltradedquantity",
    "noofshares",
    "sharestraded",
    "pxvolume",
  ],
  adjClose: ["adjclose", "adjustedclose"],
} as const;

/** Normalized names of a column of symbols. */
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
/** Matches names of columns that may be volumes, but do not say of what: `Volume BTC`, `volumefrom`, `tick volume`, `quantity`. */
const VOLUME_LIKE = /volume|^vol(?!at)|^(?:qty|quantity|shares|contracts|lots)$/;

/** A part of a bar that a column holds. */
export type Role = keyof typeof SPELLINGS | "symbol";

/** A part of a bar, with a time of day in a column of its own. */
export type BarPart = Role | "timeOfDay";

export const COLUMN_ROLES: readonly Role[] = [...(Object.keys(SPELLINGS) as Role[]), "symbol"];
const REQUIRED = ["time", "open", "high", "low", "close"] as const satisfies readonly Role[];

/**
 * Which columns hold the parts of a bar: names of all columns in their order (`-` for one to leave out), the column of each part, or `wide` for
 * a column of closes for each symbol. If only a close is stated, open, high and low are the close.
 */
export type ChosenColumns = "wide" | readonly string[] | Readonly<Partial<Record<Role, string>>>;

/** Whether a choice states that each column has the closes of a symbol. */
export function isWide(columns: ChosenColumns | undefined): columns is "wide" {
  return columns === "wide";
}

/** A table of named columns, and what decides between names that may mean the same. */
export interface NamedColumns {
  readonly file: string;
  readonly names: readonly string[];
  /** Columns that the user chose by their names. */
  readonly chosen?: Readonly<Partial<Record<Role, string>>> | undefined;
  /** Symbol of the file or of its first row, such as `BTC/USD`, which tells volumes of the base from those of the quote. */
  readonly symbol?: string | undefined;
  /** Whether the user stated a close, so that the file may have no open, high and low. */
  readonly onlyClose?: boolean;
  /** Returns whether the sampled cells of a column are numbers. */
  readonly isNumberColumn?: (position: number) => boolean;
  /** Returns whether all sampled cells of a column are 0. */
  readonly isZero?: (position: number) => boolean;
  /** Returns whether a column shows that it has times, although its name may not say so. */
  readonly isTimeColumn?: (position: number) => boolean;
}

/**
 * Finds the columns of bars by their names. `date` and `time` together are one time in two columns. Throws `DATA_FILE_INVALID` if a column
 * is missing, if a name that is read occurs twice, and if the volume is unclear.
 */
export function layoutOf(table: NamedColumns): Layout {
  const { file, names, chosen = {} } = table;
  const plain = names.map(normalizedName);
  const positions = {} as Record<Role, number>;
  for (const role of COLUMN_ROLES as (keyof typeof SPELLINGS)[]) {
    const own = chosen[role];
    if (own !== undefined) positions[role] = chosenPosition(file, names, role, own);
    else if ((role as Role) !== "symbol") positions[role] = positionOf(file, names, plain, SPELLINGS[role]);
  }
  if (positions.time === -1) positions.time = unnamedTime(table, plain);
  const isOnlyClose = [positions.open, positions.high, positions.low].every((position) => position === -1);
  if (table.onlyClose === true && isOnlyClose) positions.open = positions.high = positions.low = positions.close;
  const missing = REQUIRED.filter((role) => positions[role] === -1);
  if (missing.length > 0) throw missingColumns(table, missing, positions.time);

  if (chosen.volume === undefined) positions.volume = volumePosition(table, positions.volume);
  const found = (role: Role): number | undefined =>
    positions[role] === undefined || positions[role] === -1 ? undefined : positions[role];
  const isSplit = chosen.time === undefined && isDateName(plain[positions.time]!) && plain.includes("time");
  const timeOfDay = isSplit ? plain.indexOf("time") : undefined;
  const read = new Set([...Object.values(positions), timeOfDay]);
  const others = plain.flatMap((_, position) => (read.has(position) ? [] : [position]));
  const symbols =
    chosen.symbol === undefined
      ? SYMBOL_NAMES.flatMap((name) => others.filter((position) => plain[position] === name))
      : [positions.symbol];
  return {
    time: positions.time,
    timeOfDay,
    open: positions.open,
    high: positions.high,
    low: positions.low,
    close: positions.close,
    volume: found("volume"),
    adjClose: found("adjClose"),
    symbols,
    others: others.filter((position) => !symbols.includes(position)),
  };
}

/**
 * Finds the columns of times and symbols in a table of values by their names. Throws `DATA_FILE_INVALID` without a column of times.
 */
export function timeLayoutOf(
  { file, names }: NamedColumns,
  chosen?: string,
): Pick<Layout, "time" | "timeOfDay" | "symbols"> {
  const plain = names.map(normalizedName);
  let time =
    chosen === undefined ? positionOf(file, names, plain, SPELLINGS.time) : chosenPosition(file, names, "time", chosen);
  if (time === -1 && /^(?:unnamed:?0|index)?$/.test(plain[0] ?? "-")) time = 0;
  if (time === -1) time = onlyTimeName(plain);
  if (time === -1) {
    const message =
      `must have a column of times named date, time, timestamp, datetime or open time; its columns are ` +
      `${shortened(names.join(", "))}. Rename the column of times, or name it in the option time of readColumns`;
    throw invalidFile(file, message, { missing: ["time"], header: names });
  }
  return {
    time,
    timeOfDay:
      chosen === undefined && isDateName(plain[time]!) && plain.includes("time") ? plain.indexOf("time") : undefined,
    symbols: SYMBOL_NAMES.map((name) => plain.indexOf(name)).filter((position) => position >= 0),
  };
}

/** Returns the position of the only name that ends like one of a time, such as `calc_time`; −1 for none or several, and for times of ends. */
function onlyTimeName(plain: readonly string[]): number {
  const [time = -1, ...more] = plain.flatMap((name, position) =>
    /(?:time|timestamp|date)$/.test(name) ? [position] : [],
  );
  return more.length > 0 || /close|end|expir|until/.test(plain[time] ?? "") ? -1 : time;
}

/** Returns the position of the only column that shows times, or of the index of a data frame, which has no name; −1 for none. */
function unnamedTime({ isTimeColumn }: NamedColumns, plain: readonly string[]): number {
  const [time, ...more] = plain.flatMap((_, position) => (isTimeColumn?.(position) === true ? [position] : []));
  if (time !== undefined && more.length === 0) return time;
  return /^(?:unnamed:?0|index)?$/.test(plain[0] ?? "-") ? 0 : -1;
}

/** Whether a column of this name has dates whose times of day are in a column `time`. */
function isDateName(plain: string): boolean {
  return plain === "date" || plain === "dtyyyymmdd";
}

/** Returns the position of the first spelling that the names have; −1 for none. */
function positionOf(
  file: string,
  names: readonly string[],
  plain: readonly string[],
  spellings: readonly string[],
): number {
  const spelling = spellings.find((one) => plain.includes(one));
  if (spelling === undefined) return -1;
  const position = plain.indexOf(spelling);
  if (position === plain.lastIndexOf(spelling)) return position;
  // Exchanges name the start of a bar t and its end T, its volume v and another volume V.
  const exact = names.indexOf(spelling);
  if (spelling.length === 1 && exact !== -1 && exact === names.lastIndexOf(spelling)) return exact;
  const column = names[position];
  throw invalidFile(
    file,
    `must have one column ${column}, but its header has several. Name all columns in order with --columns, with - for a column to leave out`,
    { column, header: names },
  );
}

/** Returns the position of a column that the user chose. Throws `DATA_FILE_INVALID` if there is none of that name. */
function chosenPosition(file: string, names: readonly string[], role: Role, name: string): number {
  const position = names.findIndex((_, at) => columnName(names, at) === name);
  if (position >= 0) return position;
  throw invalidFile(
    file,
    `has no column ${JSON.stringify(name)} for ${role} (--columns); its columns are ${names.join(", ")}`,
    {
      column: name,
      header: names,
    },
  );
}

/** Collects the columns of bars at the positions of a layout. Without a volume column every volume is 0. */
export function columnsAt(layout: Layout, rows: number, column: (position: number) => Column): BarColumns {
  return columnsByName((name) => {
    const position = layout[name];
    if (position !== undefined) return column(position);
    return name === "volume" ? new Float64Array(rows) : undefined;
  });
}

/** Whether column names include all required columns of bars. */
export function hasBarColumns(names: readonly string[]): boolean {
  const plain = new Set(names.map(normalizedName));
  return REQUIRED.every((role) => SPELLINGS[role].some((spelling) => plain.has(spelling)));
}

/** Whether some names are those of bars: at least a close and one more price. */
export function hasPriceNames(names: readonly string[]): boolean {
  const plain = new Set(names.map(normalizedName));
  return (
    (["open", "high", "low", "close"] as const).filter((role) => SPELLINGS[role].some((one) => plain.has(one)))
      .length >= 2
  );
}

/** Returns the name of a column; `column 7` for one without a name. */
export function columnName(names: readonly string[], position: number): string {
  return names[position] === "" ? `column ${position + 1}` : names[position]!;
}

/** Returns a column name in lower case, without spaces, `_ - . / < > *`, brackets around UTC, and a number before it such as `1. open` has. */
export function normalizedName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\d+[a-z]?\. /, "")
    .replace(/[([](utc|gmt)[)\]]$/, "$1")
    .replaceAll(/[\s_./<>*-]+/g, "");
}

/** Returns the names that look like volume columns. */
export function volumeColumns(names: readonly string[]): string[] {
  return names.filter((name) => VOLUME_LIKE.test(normalizedName(name)) || isVolumeName(name));
}

/** Whether a column of this name has the volume. */
export function isVolumeName(name: string): boolean {
  return (SPELLINGS.volume as readonly string[]).includes(normalizedName(name));
}

/**
 * Returns the position of the volume: the column of that name, unless all its values are 0 and a count of ticks is not; else the one volume
 * in the base of the symbol, such as `Volume BTC` of BTC/USD. Throws `DATA_FILE_INVALID` for other names of volumes, which must not be
 * read as 0.
 */
function volumePosition({ file, names, symbol = "", isZero }: NamedColumns, named: number): number {
  const plain = names.map(normalizedName);
  if (named !== -1) {
    const ticks = plain.findIndex((name) => /^tick_?vol(?:ume)?$/.test(name));
    return ticks !== -1 && isZero?.(named) === true && !isZero(ticks) ? ticks : named;
  }
  const volumes = volumeColumns(names);
  if (volumes.length === 0) return -1;
  const base = symbol.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  const ofBase = volumes.filter((name) => {
    const unit = /^volume ?(.+)$/i.exec(name)?.[1]?.toUpperCase();
    return unit !== undefined && base !== unit && base.startsWith(unit);
  });
  if (ofBase.length === 1) return names.indexOf(ofBase[0]!);
  const [only] = volumes;
  if (volumes.length === 1 && /^tickvol(?:ume)?$/.test(normalizedName(only!))) return names.indexOf(only!);
  const message =
    `has no column "volume", but ${volumes.join(", ")}. ` +
    `Name the column that counts traded units, such as --columns "volume=${only}"`;
  throw invalidFile(file, message, { columns: volumes, header: names });
}

function missingColumns({ file, names, isNumberColumn }: NamedColumns, missing: readonly Role[], time: number): Error {
  const shown = missing.map((role) => (role === "time" ? "a time (date, time, timestamp, datetime, open time)" : role));
  const known: readonly string[] = [...REQUIRED, "volume" as const].flatMap((role) => SPELLINGS[role]);
  const unknown = names.filter((name) => name !== "" && !known.includes(normalizedName(name)));
  const own = unknown.find((name) => normalizedName(name).includes(missing[0]!)) ?? unknown[0];
  const choice = `${missing[0]}=${own ?? "NAME"}`;
  const numbers = names.filter((name, position) => name !== "" && position !== time && isNumberColumn?.(position));
  const hint =
    (names.length > 1 ? undefined : "Its cells must be separated by commas, semicolons, tabs or |") ??
    otherKind(names) ??
    (time === -1 || missing.length < 3 ? undefined : closesHint(missing, names, numbers)) ??
    `If a column has another name, give it, such as --columns "${choice}"`;
  return invalidFile(
    file,
    `must name time, open, high, low and close in its first line, missing ${shown.join(", ")}; ` +
      `the line is ${shortened(names.join(", "))}. ${hint}`,
    { missing, header: names },
  );
}

/** Returns how to read a file that has times and closes alone, of one symbol or of several; undefined for other files. */
function closesHint(
  missing: readonly Role[],
  names: readonly string[],
  numbers: readonly string[],
): string | undefined {
  if (["open", "high", "low"].every((part) => names.some((name) => normalizedName(name).includes(part))))
    return undefined;
  const spellings: readonly string[] = SPELLINGS.close;
  const close = missing.includes("close") ? numbers[0] : names.find((name) => spellings.includes(normalizedName(name)));
  if (close === undefined) return undefined;
  const one = `If the file has only closes, in column ${close}, use --columns "close=${close}"`;
  return missing.includes("close") && numbers.length > 1
    ? `If each column has the closes of one symbol, use --columns wide. ${one}`
    : one;
}

/** Kinds of files without bars, by some of their columns, and the arguments of `hindcast import` that read them. */
const OTHER_KINDS: readonly (readonly [columns: readonly string[], kind: string, how: string])[] = [
  [["strike"], "an option chain", "chain"],
  [["bidopen", "askopen"], "bars of bid and ask", "bid-ask"],
  [["pricefactor", "splitfactor"], "a LEAN factor file", "lean BARS --factors FILE, together with the bars"],
  [["bid", "ask"], "quotes", "ticks"],
  [["bidprice", "askprice"], "quotes", "ticks"],
  [["price", "quantity"], "trades", "ticks"],
  [["price", "size"], "trades", "ticks"],
  [["price", "qty"], "trades", "ticks"],
  [["price", "amount"], "trades", "ticks"],
];

/** Returns what a file without bars looks like, with the command that imports it; undefined if its columns do not tell. */
function otherKind(header: readonly string[]): string | undefined {
  const plain = new Set(header.map(normalizedName));
  const found = OTHER_KINDS.find(([columns]) => columns.every((column) => plain.has(column)));
  return found && `It looks like ${found[1]}: import it with hindcast import ${found[2]}`;
}

function shortened(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 197)}...` : text);
}
