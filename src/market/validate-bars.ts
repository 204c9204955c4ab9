import { formatValue } from "../primitives/check.ts";
import type { Column, NumbersOf } from "../primitives/column.ts";
import { type ErrorDetails, HindcastError } from "../primitives/errors.ts";
import { formatInstant } from "../time/instant.ts";
import { type Interval, intervalEnd } from "../time/interval.ts";
import { LARGEST_INSTANT } from "../time/zone.ts";

/** The columns of bars, one value per bar, oldest first. */
export interface BarColumns {
  /** Start of each bar, in epoch milliseconds. */
  readonly time: Column;
  readonly open: Column;
  readonly high: Column;
  readonly low: Column;
  readonly close: Column;
  readonly volume: Column;
  /** Close of each bar adjusted for splits and dividends, if the source has one. */
  readonly adjClose?: Column | undefined;
}

/** The columns of bars, each as a `Float64Array` or a list of numbers. */
export type BarNumbers = NumbersOf<BarColumns>;

/** Names of the columns of bars. */
const COLUMN_NAMES = ["time", "open", "high", "low", "close", "volume", "adjClose"] as const;

/** Name of a column of bars. */
export type BarColumn = (typeof COLUMN_NAMES)[number];

/**
 * Creates the columns of bars by calling a function with each name and its index. `adjClose` is left out if the function returns undefined.
 */
export function columnsByName(column: (name: BarColumn, place: number) => Column | undefined): BarColumns {
  return Object.fromEntries(COLUMN_NAMES.map((name, i) => [name, column(name, i)])) as unknown as BarColumns;
}

/** Converts lists to columns. Throws `BARS_INVALID` for values that are not numbers, and unless every column is as long as `time`. */
export function barColumns(given: BarNumbers): BarColumns {
  if (typeof given !== "object" || given === null)
    throw invalid(`columns of bars must be an object with ${COLUMN_NAMES.join(", ")}, was ${formatValue(given)}`);
  const time = columnOfNumbers("time", given.time);
  const column = (name: keyof BarColumns): Column => {
    const values = columnOfNumbers(name, given[name]);
    if (values.length === time.length) return values;
    const message = `${name} must be as long as time, ${time.length} bars, was ${values.length}`;
    throw invalid(message, { column: name, bars: time.length, length: values.length });
  };
  return columnsByName((name) => (name === "adjClose" && !given.adjClose ? undefined : column(name)));
}

function columnOfNumbers(column: string, values: unknown): Column {
  if (values instanceof Float64Array) return values;
  if (!Array.isArray(values))
    throw invalid(`${column} must be a Float64Array or a list of numbers, was ${formatValue(values)}`, { column });
  return Float64Array.from(values as readonly unknown[], (value, row) => {
    if (typeof value === "number") return value;
    throw invalid(`bar ${row}: ${column} must be a number, was ${formatValue(value)}`, { column, row });
  });
}

function invalid(message: string, details?: ErrorDetails): HindcastError {
  return new HindcastError("BARS_INVALID", message, details);
}

/**
 * Returns the problems of bars, in row order, at most `limit`; empty for valid bars.
 *
 * Times must increase, every value must be a finite number, open and close must be between low and high, and volume must not be negative.
 * Prices may be 0 or negative: a barrel of oil closed at −37.63 dollars in April 2020. Whether values are plausible is not checked. If a
 * low is above the high, an open or close outside the range is not reported in addition.
 * Throws `BARS_INVALID` only for invalid columns or columns of different lengths.
 *
 * @example
 * const [first] = barProblems(bars, 1);
 * if (first) console.error(first.row, first.message); // 12 low must not be above high, was 101 above 100
 */
export function barProblems(columns: BarNumbers, limit = 100): readonly BarProblem[] {
  const problems: BarProblem[] = [];
  forEachBarProblem(columns, (problem) => {
    if (problems.length < limit) problems.push(problem);
    return problems.length < limit;
  });
  return problems;
}

/** How errors name a bar: as `bar 12`, or by its line in the file. */
export interface BarPlace {
  readonly text: string;
  readonly details: ErrorDetails;
}

/**
 * Throws `BARS_INVALID` if `barProblems` finds any problem. The error names the first problem and the number of further ones;
 * `place` names a row, by default `bar 12`, counted from 0.
 *
 * @example
 * checkBars({ time, open, high, low, close, volume });
 */
export function checkBars(columns: BarNumbers, place: (row: number) => BarPlace = barPlace): void {
  let first: BarProblem | undefined;
  let count = 0;
  forEachBarProblem(columns, (problem) => {
    first ??= problem;
    count++;
    return true;
  });
  if (first === undefined) return;
  const { row, reason, values, message } = first;
  const { text, details } = place(row);
  const more = count === 1 ? "" : `; ${count - 1} more ${count === 2 ? "problem follows" : "problems follow"}`;
  throw new HindcastError("BARS_INVALID", `${text}: ${message}${more}`, { ...details, row, reason, values, count });
}

function barPlace(row: number): BarPlace {
  return { text: `bar ${row}`, details: {} };
}

/**
 * Throws `BARS_INVALID` unless the times of bars are valid and increase. For functions that read only times, such as `align`. `place`
 * returns how errors name a row.
 */
export function checkTimes(time: Column, place: (row: number) => BarPlace = barPlace): void {
  let before = -Infinity;
  for (let row = 0; row < time.length; row++) {
    const instant = time[row]!;
    if (!(Math.abs(instant) <= LARGEST_INSTANT && instant > before)) {
      const { reason, message } = timeProblem(time, row)!;
      const { text, details } = place(row);
      throw new HindcastError("BARS_INVALID", `${text}: ${message}`, { ...details, row, reason, time: instant });
    }
    before = instant;
  }
}

/** Reports the problems of bars, in row order, until `report` returns false. */
export function forEachBarProblem(given: BarNumbers, report: (problem: BarProblem) => boolean): void {
  const columns = barColumns(given);
  const length = columns.time.length;
  let row = firstInvalidBar(columns, 0);
  while (row < length) {
    for (const problem of problemsOfBar(columns, row)) if (!report(problem)) return;
    row = firstInvalidBar(columns, row + 1);
  }
}

/**
 * Returns the index of the first bar at or after `from` that breaks a rule, or the number of bars if none does. Each comparison is written
 * so that it fails for NaN.
 */
function firstInvalidBar(columns: BarColumns, from: number): number {
  const { time, open, high, low, close, volume, adjClose } = columns;
  const length = time.length;
  const largest = Number.MAX_VALUE;
  for (let i = from; i < length; i++) {
    const bottom = low[i]!;
    const top = high[i]!;
    if (!(open[i]! >= bottom && open[i]! <= top && close[i]! >= bottom && close[i]! <= top)) return i;
    if (!(bottom >= -largest && top <= largest && volume[i]! >= 0 && volume[i]! <= largest)) return i;
    if (!(time[i]! >= -LARGEST_INSTANT && time[i]! <= LARGEST_INSTANT)) return i;
    if (i > 0 && time[i]! <= time[i - 1]!) return i;
    if (adjClose !== undefined && !(adjClose[i]! >= -largest && adjClose[i]! <= largest)) return i;
  }
  return length;
}

function problemsOfBar(columns: BarColumns, row: number): BarProblem[] {
  const problems: BarProblem[] = [];
  const add = (reason: BarProblemReason, message: string, values: Readonly<Record<string, number>>): void => {
    problems.push({ row, reason, message, values });
  };
  const stamp = timeProblem(columns.time, row);
  if (stamp?.reason === "not_a_number") add(stamp.reason, stamp.message, stamp.values);
  for (const name of COLUMN_NAMES) {
    const value = columns[name]?.[row] ?? 0;
    if (name !== "time" && !Number.isFinite(value))
      add("not_a_number", `${name} must be a finite number, was ${value}`, { [name]: value });
  }
  if (stamp !== undefined && stamp.reason !== "not_a_number") add(stamp.reason, stamp.message, stamp.values);
  const open = columns.open[row]!;
  const high = columns.high[row]!;
  const low = columns.low[row]!;
  const close = columns.close[row]!;
  const volume = columns.volume[row]!;
  if (low > high) add("low_above_high", `low must not be above high, was ${low} above ${high}`, { low, high });
  else {
    if (open < low || open > high) add("open_outside", outsideRange("open", open, low, high), { open, low, high });
    if (close < low || close > high)
      add("close_outside", outsideRange("close", close, low, high), { close, low, high });
  }
  if (volume < 0) add("negative_volume", `volume must not be negative, was ${volume}`, { volume });
  return problems;
}

function timeProblem(column: Column, row: number): Omit<BarProblem, "row"> | undefined {
  const time = column[row]!;
  const before = row === 0 ? NaN : column[row - 1]!;
  if (!Number.isFinite(time))
    return { reason: "not_a_number", message: `time must be a finite number, was ${time}`, values: { time } };
  if (Math.abs(time) > LARGEST_INSTANT) {
    const message = `time must be within the range of dates, in milliseconds since 1970, was ${time}`;
    return { reason: "not_a_number", message, values: { time } };
  }
  if (time < before) {
    const message = `time must be after that of the previous bar, ${formatTime(before)}, was ${formatTime(time)}`;
    return { reason: "unsorted", message, values: { time, before } };
  }
  if (time !== before) return undefined;
  return {
    reason: "duplicate_time",
    message: `time must differ from that of the previous bar, was ${formatTime(time)} again`,
    values: { time },
  };
}

function outsideRange(name: string, value: number, low: number, high: number): string {
  return `${name} must be between low and high, ${low} to ${high}, was ${value}`;
}

function formatTime(time: number): string {
  return Math.abs(time) <= LARGEST_INSTANT ? formatInstant(time) : String(time);
}

/** Which rule an invalid bar breaks. */
export type BarProblemReason =
  | "unsorted"
  | "duplicate_time"
  | "low_above_high"
  | "open_outside"
  | "close_outside"
  | "negative_volume"
  | "not_a_number";

/** A rule that an invalid bar breaks, with the values found. */
export interface BarProblem {
  /** Index of the bar, from 0. */
  readonly row: number;
  readonly reason: BarProblemReason;
  /** Text that states the broken rule and the value found. */
  readonly message: string;
  /** Values in the message, by column. */
  readonly values: Readonly<Record<string, number>>;
}

/** Start of the year 10000, after every date that can be written with four digits for the year. */
const YEAR_10000 = Date.UTC(10_000, 0, 1);

/**
 * Throws `BARS_INVALID` if times seem to be in a wrong unit. Microseconds read as milliseconds are after the year 9999. Seconds or day
 * numbers of a spreadsheet make all bars start within less than half of their total length, which short months and clock changes cannot
 * cause. `read` describes in the error how times were read.
 */
export function checkSpan(
  { interval, time }: { readonly interval: Interval; readonly time: Column },
  name: string,
  read = "; times are epoch milliseconds",
): void {
  const last = time.length - 1;
  if (last >= 0 && time[last]! >= YEAR_10000) {
    const message = `${name} must begin before the year 10000, but the last begins at ${formatInstant(time[last]!)}${read}`;
    throw new HindcastError("BARS_INVALID", message, { interval, bars: last + 1, to: time[last] });
  }
  if (last < 1) return;
  const span = time[last]! - time[0]!;
  const lasts = intervalEnd(interval, 0) * last;
  if (span >= lasts / 2) return;
  const starts = [0, last].map((row) => formatInstant(time[row]!)).join(" to ");
  throw new HindcastError(
    "BARS_INVALID",
    `${name} must not overlap, but ${last + 1} bars of ${interval} begin from ${starts}${read}`,
    { interval, bars: last + 1, from: time[0], to: time[last] },
  );
}
