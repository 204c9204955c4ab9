import { NUMBER_CELLS } from "../csv/cell.ts";
import { formatsOf, timeOfDayFormat } from "./time-format.ts";

/** Columns of files without a header, by the number of numbers after their times. The values of a sample must confirm them. */
const LAYOUTS: readonly (readonly string[])[] = [
  ["open", "high", "low", "close"],
  ["open", "high", "low", "close", "volume"],
];

/** The same for rows whose times count seconds or parts of seconds, as exchanges write them. */
const EXCHANGE_LAYOUTS: readonly (readonly string[])[] = [
  ...LAYOUTS,
  // Coinbase.
  ["low", "high", "open", "close", "volume"],
  // Kraken's files, and its API.
  ["open", "high", "low", "close", "volume", "trades"],
  ["open", "high", "low", "close", "vwap", "volume", "trades"],
  // Bybit and KuCoin's futures have a turnover in the last column.
  ["open", "high", "low", "close", "volume", ""],
  // Klines of Binance.
  [
    "open",
    "high",
    "low",
    "close",
    "volume",
    "close time",
    "quote volume",
    "trades",
    "taker buy volume",
    "taker buy quote volume",
    "ignore",
  ],
];

/** Matches a number that may have separated thousands, a sign of currency, or a letter for thousands. */
const NUMBER_LIKE = /^[+-]?[\s$€£¥]*[+-]?[\d.,' ]*\d[.]?[kmb%]?$/i;

/** Whether the cells of a line are values of a row rather than names of columns: a time and numbers. */
export function isRow(cells: readonly string[]): boolean {
  const numbers = cells.filter((cell) => NUMBER_LIKE.test(cell)).length;
  const isAllNumbers = numbers === cells.length && (numbers >= 4 || (numbers >= 2 && isCount(cells[0]!)));
  if (isAllNumbers || (numbers >= 4 && cells.some((cell) => isTime(cell)))) return true;
  return numbers >= 1 && cells.some((cell) => !isCount(cell) && isTime(cell));
}

/**
 * Returns the names of columns that some rows without names show: a time or a date and a time of day, then prices in an order that their
 * values confirm. Returns undefined for other rows.
 */
export function namesOfRows(sample: readonly (readonly string[])[]): readonly string[] | undefined {
  const [first] = sample;
  if (first === undefined) return undefined;
  // Some files have the symbol before the time.
  const from = isTime(first[0]!) ? 0 : isTime(first[1] ?? "") && !isNumber(first[0]!) ? 1 : -1;
  if (from < 0) return undefined;
  const head = from === 1 ? ["symbol"] : [];
  const next = first[from + 1] ?? "";
  const hasTimeOfDay = next.includes(":") && timeOfDayFormat(next) !== undefined;
  head.push(...(hasTimeOfDay ? ["date", "time"] : ["time"]));
  const layout = (isCount(first[from]!) ? EXCHANGE_LAYOUTS : LAYOUTS).find(
    (names) =>
      names.length === first.length - head.length &&
      sample.every((row) => isBar(row.slice(head.length), names, row[from]!)) &&
      hasNearLow(sample, head.length + names.indexOf("low"), head.length + names.indexOf("high")) &&
      !movesWithCloses(sample, head.length + names.indexOf("volume"), head.length + names.indexOf("close")),
  );
  return layout && [...head, ...layout];
}

/** Whether the low of any row is above a quarter of its high: volumes are often far below all prices. */
function hasNearLow(sample: readonly (readonly string[])[], low: number, high: number): boolean {
  return sample.some((row) => Number(parsed(row[low]!)) * 4 > Number(parsed(row[high]!)));
}

/** Share of rows in which a column must change like the close to be one of prices. */
const LIKE_CLOSES = 0.8;

/** Whether a column changes with the close in most rows and is below twice the close, as adjusted closes do, but volumes do not. */
function movesWithCloses(sample: readonly (readonly string[])[], column: number, close: number): boolean {
  const logs = (position: number): number[] => sample.map((row) => Math.log(Number(parsed(row[position] ?? ""))));
  const [values, closes] = [logs(column), logs(close)];
  if (values.some((value, row) => value > closes[row]! + Math.log(2))) return false;
  let [changes, same] = [0, 0];
  for (let row = 1; row < closes.length; row++) {
    const change = closes[row]! - closes[row - 1]!;
    if (change === 0) continue;
    changes++;
    if (Math.abs(values[row]! - values[row - 1]! - change) < Math.abs(change) / 2) same++;
  }
  return changes > 0 && same >= LIKE_CLOSES * changes;
}

/** Shapes of rows without names that a command of its own imports. */
const OTHER_SHAPES: readonly { readonly matches: (row: readonly string[]) => boolean; readonly message: string }[] = [
  {
    matches: isTickRow,
    message: "looks like trades or quotes. Import it with hindcast import ticks, or name its columns with --columns",
  },
  {
    // A date with a time, or milliseconds since midnight, and prices of at least 0.1 times 10,000.
    matches: ([time = "", ...prices]) =>
      (/^\d{8} \d{2}:\d{2}$/.test(time) || isMillisecondOfDay(time)) &&
      prices.length >= 4 &&
      prices.slice(0, 4).every((price) => /^[1-9]\d{3,}$/.test(price)),
    message:
      "looks like a file of LEAN, whose prices are multiplied by 10,000. Import it with hindcast import lean, or name its columns with --columns",
  },
];

/** Whether a row has a time with seconds, after a symbol or none, and two or three numbers: too few for a bar. */
function isTickRow(row: readonly string[]): boolean {
  const at = row.findIndex((cell) => /^\d{8} \d{6}(?:\d{3})?$|\d{2}:\d{2}:\d{2}/.test(cell));
  const numbers = row.slice(at + 1);
  return (at === 0 || at === 1) && [2, 3].includes(numbers.length) && numbers.every((cell) => isNumber(cell));
}

/** Returns how to import rows that another command reads; undefined for other rows. */
export function otherShape(sample: readonly (readonly string[])[]): string | undefined {
  if (sample.length === 0) return undefined;
  return OTHER_SHAPES.find(({ matches }) => sample.every((row) => matches(row)))?.message;
}

/** Whether a text counts whole seconds since midnight in milliseconds, and is no date. */
function isMillisecondOfDay(text: string): boolean {
  return /^\d{1,8}$/.test(text) && Number(text) < 86_400_000 && Number(text) % 1000 === 0;
}

/** Whether a text is a date, a time with a date, or a count of time since 1970 after 1973. */
export function isTime(text: string): boolean {
  if (/^\d{1,7}$/.test(text)) return false;
  return isCount(text) || /^\d{4}-\d{2}-\d{2}/.test(text) || formatsOf([text]).length > 0;
}

function isCount(text: string): boolean {
  return /^\d{9,19}(?:\.\d+)?$/.test(text);
}

/** Returns a number with a decimal point or comma; a text for anything else. */
function parsed(text: string): number | string {
  return NUMBER_CELLS.parse(/^[+-]?\d+,\d+$/.test(text) ? text.replace(",", ".") : text);
}

function isNumber(text: string): boolean {
  return typeof parsed(text) === "number";
}

/** Whether all cells are numbers, open, close and average lie between low and high, and counts are whole. */
function isBar(cells: readonly string[], names: readonly string[], time: string): boolean {
  const values = cells.map((cell) => parsed(cell));
  if (!values.every((value): value is number => typeof value === "number")) return false;
  const of = (name: string): number | undefined => values[names.indexOf(name)];
  const [open, high, low, close] = ["open", "high", "low", "close"].map((name) => values[names.indexOf(name)]!) as [
    number,
    number,
    number,
    number,
  ];
  const [vwap, trades] = [of("vwap") ?? 0, of("trades") ?? 0];
  if ((vwap !== 0 && (vwap < low || vwap > high)) || !Number.isInteger(trades) || trades < 0) return false;
  if ((of("close time") ?? Infinity) <= Number(time)) return false;
  return low <= Math.min(open, close) && high >= Math.max(open, close) && (of("volume") ?? 0) >= 0;
}
