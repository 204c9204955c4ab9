import { NUMBER_CELLS } from "../csv/cell.ts";
import { formatsOf, timeOfDayFormat } from "./time-format.ts";

/** Columns of files without a header, by the number of numbers after their times. All prices of a sample must lie between high and low. */
const LAYOUTS: readonly (readonly string[])[] = [
  ["open", "high", "low", "close"],
  ["open", "high", "low", "close", "volume"],
  // Coinbase.
  ["low", "high", "open", "close", "volume"],
  // Kraken's files, and its API.
  ["open", "high", "low", "close", "volume", "trades"],
  ["open", "high", "low", "close", "vwap", "volume", "trades"],
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

/** Whether the cells of a line are values of a bar rather than names of columns. */
export function isRow(cells: readonly string[]): boolean {
  const numbers = cells.filter((cell) => isNumber(cell)).length;
  return numbers >= 4 && (numbers === cells.length || cells.some((cell) => isTime(cell)));
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
  const layout = LAYOUTS.find(
    (names) =>
      names.length === first.length - head.length && sample.every((row) => isBar(row.slice(head.length), names)),
  );
  return layout && [...head, ...layout];
}

/** Shapes of rows without names that a command of its own imports. */
const OTHER_SHAPES: readonly { readonly matches: (row: readonly string[]) => boolean; readonly message: string }[] = [
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
  return isCount(text) || /^\d{8}$/.test(text) || /^\d{4}-\d{2}-\d{2}/.test(text) || formatsOf([text]).length > 0;
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

/** Whether all cells are numbers, and open and close lie between low and high. */
function isBar(cells: readonly string[], names: readonly string[]): boolean {
  const values = cells.map((cell) => parsed(cell));
  if (!values.every((value): value is number => typeof value === "number")) return false;
  const [open, high, low, close] = ["open", "high", "low", "close"].map((name) => values[names.indexOf(name)]!) as [
    number,
    number,
    number,
    number,
  ];
  const volume = values[names.indexOf("volume")] ?? 0;
  return low <= Math.min(open, close) && high >= Math.max(open, close) && volume >= 0;
}
