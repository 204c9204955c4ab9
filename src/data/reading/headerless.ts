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
  const numbers = cells.filter((cell) => typeof NUMBER_CELLS.parse(cell) === "number").length;
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

/** Whether a text is a date, a time with a date, or a count of time since 1970 after 1973. */
function isTime(text: string): boolean {
  return isCount(text) || /^\d{8}$/.test(text) || /^\d{4}-\d{2}-\d{2}/.test(text) || formatsOf([text]).length > 0;
}

function isCount(text: string): boolean {
  return /^\d{9,19}(?:\.\d+)?$/.test(text);
}

function isNumber(text: string): boolean {
  return typeof NUMBER_CELLS.parse(text) === "number";
}

/** Whether all cells are numbers, and open and close lie between low and high. */
function isBar(cells: readonly string[], names: readonly string[]): boolean {
  const values = cells.map((cell) => NUMBER_CELLS.parse(cell));
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
