import type { OwnColumns } from "../../market/market-data.ts";
import { type BarColumns, columnsByName } from "../../market/validate-bars.ts";
import { type Interval, intervalEnd, INTERVALS, intradayInterval } from "../../time/interval.ts";
import type { HindcastError } from "../../primitives/errors.ts";
import { NUMBER_CELLS, textOf } from "../csv/cell.ts";
import { cellError, invalidFile } from "../file-error.ts";
import {
  cellText,
  firstLine,
  normalizedName,
  OPTIONAL_NUMBERS,
  parseJsonFile,
  tableWithoutHeader,
  type Positions,
  recordColumns,
  RoleRows,
  tableWithHeader,
  textTimes,
  unreadNotes,
} from "../importing/import-table.ts";
import { finishBars, timeZoneOf } from "../importing/finish-bars.ts";
import type { ImportedPart, Importer, ImportFile } from "../importing/importer.ts";
import { instrumentOf, symbolOf } from "../importing/instrument-of.ts";

/**
 * Imports klines of Binance: CSV with or without a header, and JSON from its API. A row has the open time, open, high, low, close, volume,
 * the close time, and four columns that become own columns: volume in the quote currency, number of trades, and volumes of takers that buy. Times are in milliseconds, or in microseconds for spot files since 2025; the unit is
 * inferred from the size of each number.
 */
export const binance: Importer = {
  name: "binance",
  title: "Klines of Binance, CSV or JSON",
  endings: [".csv", ".csv.gz", ".zip", ".json", ".json.gz"],
  read,
};

const NAMES = [
  "open_time",
  "open",
  "high",
  "low",
  "close",
  "volume",
  "close_time",
  "quote_volume",
  "count",
  "taker_buy_volume",
  "taker_buy_quote_volume",
  "ignore",
] as const;

const CLOSE_TIME = 6;
const NOT_PRICES = "They are not prices and cannot be imported";
const JOINED = "They are not prices. Runs join them to bars as own columns: --join FILE --lag 0";
const TICKS = "Import them with hindcast import ticks";
/** Columns that become own columns of the bars, and their places in each layout. */
const OWN = ["quote_volume", "count", "taker_buy_volume", "taker_buy_quote_volume"] as const;
type Role = "time" | "open" | "high" | "low" | "close" | "volume" | "end" | (typeof OWN)[number];

/** Positions of the columns in a file of klines, which are the same with and without a header. */
const POSITIONS: Positions<Role> = {
  time: 0,
  open: 1,
  high: 2,
  low: 3,
  close: 4,
  volume: 5,
  end: CLOSE_TIME,
  quote_volume: 7,
  count: 8,
  taker_buy_volume: 9,
  taker_buy_quote_volume: 10,
};

/** Quote currencies at the end of Binance's symbols, such as `USDT` in `BTCUSDT`. */
const QUOTES = ["USDT", "USDC", "FDUSD", "TUSD", "BUSD", "USD", "EUR", "TRY", "BRL", "BTC", "ETH", "BNB"] as const;

function read(file: ImportFile): ImportedPart {
  const symbol = symbolOf(file, /^[^-]+/.exec(file.name)?.[0]);
  const quote = QUOTES.find((suffix) => symbol.length > suffix.length && symbol.endsWith(suffix));
  const instrument = instrumentOf(file, symbol, {
    assetClass: "crypto",
    exchange: "BINANCE",
    priceBasis: "raw",
    ...(quote !== undefined && { currency: quote }),
  });
  const rows = /^\s*\[/.test(textOf(file.text.bytes, 0, Math.min(64, file.text.length)))
    ? jsonRows(file)
    : csvRows(file);
  refusePremium(file.file, rows.columns);
  const timeZone = timeZoneOf(file.settings, instrument, "UTC");
  // Nothing trades at mark and index prices, so that their other columns are 0 too.
  const isTraded = rows.columns.volume.some((volume) => volume !== 0);
  const own = isTraded ? rows.own : {};
  const { bars, columns } = finishBars(file, { ...rows, own, instrument, interval: usualInterval(rows), timeZone });
  const positions = Object.entries(POSITIONS).filter(
    ([name]) => isTraded || !(OWN as readonly string[]).includes(name),
  );
  const notes = [
    ...unreadNotes(
      file.file,
      rows.names,
      positions.map(([, position]) => position),
    ),
  ];
  if (!isTraded)
    notes.unshift(`${symbol}: every volume is 0, as in files of mark and index prices, at which nothing traded.`);
  return { instruments: [instrument], series: [{ symbol, bars, columns }], notes };
}

/** Other files of Binance, by some of their columns, and how to import them. */
const OTHER_KINDS: readonly (readonly [columns: readonly string[], kind: string, advice: string])[] = [
  [["lastfundingrate"], "funding rates", JOINED],
  [["fundingrate"], "funding rates", JOINED],
  [["sumopeninterest"], "statistics of open interest", JOINED],
  [["percentage", "depth"], "depths of an order book", NOT_PRICES],
  [["bestbidprice", "bestaskprice"], "quotes", TICKS],
  [["price", "quantity"], "trades", TICKS],
  [["price", "qty"], "trades", TICKS],
];

/** Throws `DATA_FILE_INVALID` for other files of Binance and for files with fewer columns than klines, with what they are. */
function checkKlines(file: string, names: readonly string[]): void {
  const plain = names.map(normalizedName);
  const other = OTHER_KINDS.find(([columns]) => columns.every((column) => plain.includes(column)));
  if (other !== undefined) throw invalidFile(file, `has ${other[1]}, not klines. ${other[2]}`, { header: names });
  if (names.length > CLOSE_TIME) return;
  throw invalidFile(
    file,
    `must have klines of at least ${CLOSE_TIME + 1} columns, from open_time to close_time; its columns are ${names.join(", ")}`,
    {
      header: names,
    },
  );
}

/** Throws `DATA_FILE_INVALID` for klines without volume around 0: premiums of a future over its index, which are no prices. */
function refusePremium(file: string, { low, volume }: BarColumns): void {
  if (!low.some((price) => price <= 0) || volume.some((one) => one !== 0)) return;
  throw invalidFile(
    file,
    "has a premium index, not prices: klines without volume, some of which are not above 0. It cannot be imported",
  );
}

interface KlineRows {
  readonly names: readonly string[];
  readonly columns: BarColumns;
  readonly own: OwnColumns;
  readonly end: Float64Array;
  readonly line: (row: number) => number;
  readonly counted: string;
}

function csvRows(file: ImportFile): KlineRows {
  const first = firstLine(file);
  const hasHeader = Number.isNaN(Number(first[0]));
  if (hasHeader) checkKlines(file.file, first);
  if (first.some((cell) => /^(?:true|false)$/i.test(cell)))
    throw invalidFile(file.file, `has trades, not klines. ${TICKS}`, { cells: first });
  const table = hasHeader ? tableWithHeader(file) : tableWithoutHeader(file, NAMES.slice(0, Math.max(7, first.length)));
  const time = textTimes(instantOf);
  const known = OWN.filter((name) => POSITIONS[name]! < table.header.names.length);
  const missing = OWN.filter((name) => !known.includes(name)).map((name) => [name, undefined]);
  const numbers = Object.fromEntries(known.map((name) => [name, OPTIONAL_NUMBERS]));
  const positions: Positions<Role> = { ...POSITIONS, ...Object.fromEntries(missing) };
  const rows = new RoleRows<Role>(table, positions, { time, end: time, ...numbers }, (error) =>
    file.refusals.addRowError(file.file, error),
  );
  return {
    names: table.header.names,
    columns: columnsByName((name) => rows.optional(name as Role)),
    own: Object.fromEntries(known.map((name) => [name, rows.column(name)])),
    end: rows.column("end"),
    line: (row) => rows.line(row),
    counted: "line",
  };
}

function jsonRows(file: ImportFile): KlineRows {
  const list = parseJsonFile(file);
  const [first] = Array.isArray(list) ? (list as readonly unknown[]) : [];
  if (typeof first === "object" && first !== null && !Array.isArray(first)) checkKlines(file.file, Object.keys(first));
  const names = Array.isArray(first) ? NAMES.slice(0, first.length) : [];
  const known = OWN.filter((name) => names.includes(name));
  const fields = [...NAMES.slice(0, CLOSE_TIME + 1), ...known];
  const { columns, line } = recordColumns(file, Array.isArray(list) ? list : [], (path, place, row) =>
    rowOf(path, place, row, fields),
  );
  const empty = new Float64Array(0);
  return {
    names,
    columns: columnsByName((name, place) => (name === "adjClose" ? undefined : (columns[place] ?? empty))),
    own: Object.fromEntries(known.map((name) => [name, columns[fields.indexOf(name)] ?? empty])),
    end: columns[CLOSE_TIME] ?? empty,
    line,
    counted: "record",
  };
}

/** Reads some columns of a row. Of those that are no part of a bar, values may be missing. */
function rowOf(
  file: string,
  line: number,
  row: unknown,
  fields: readonly (typeof NAMES)[number][],
): number[] | HindcastError {
  const cells: readonly unknown[] = Array.isArray(row) ? row : [];
  const values: number[] = [];
  for (const column of fields) {
    const position = NAMES.indexOf(column);
    const text = cellText(cells[position]);
    const isTime = position === 0 || position === CLOSE_TIME;
    const reader = position < CLOSE_TIME ? NUMBER_CELLS : OPTIONAL_NUMBERS;
    const value = isTime ? instantOf(text) : reader.parse(text);
    if (typeof value === "string") return cellError({ file, line, column }, value, text);
    values.push(value);
  }
  return values;
}

/** Reads a count of milliseconds or, from 10^14 on, microseconds as milliseconds, rounded down. */
function instantOf(text: string): number | string {
  if (!/^\d{10,17}$/.test(text)) return "a number of milliseconds or microseconds since 1970";
  const count = Number(text);
  return count < 1e14 ? count : Math.floor(count / 1000);
}

/** Returns the interval that ends just after the close time of the first row; undefined if none does. */
function usualInterval({ columns, end }: KlineRows): Interval | undefined {
  if (end.length === 0) return undefined;
  const start = columns.time[0]!;
  const next = end[0]! + 1;
  return intradayInterval(next - start) ?? INTERVALS.find((interval) => intervalEnd(interval, start) === next);
}
