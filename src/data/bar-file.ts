import { basename } from "node:path";
import { Bars } from "../market/bars.ts";
import { type Instrument, instrument } from "../market/instrument.ts";
import type { MarketData, Series } from "../market/market-data.ts";
import { suspiciousTimes, wrongInterval } from "../market/suspicious-times.ts";
import { type BarColumns, checkBars, checkSpan } from "../market/validate-bars.ts";
import { checkOptions, type OptionNames } from "../primitives/check-options.ts";
import { checkInteger, parameterError } from "../primitives/check.ts";
import type { Column } from "../primitives/column.ts";
import { type ErrorCode, HindcastError } from "../primitives/errors.ts";
import { withoutUndefined } from "../primitives/record-helpers.ts";
import type { Calendar } from "../time/calendar.ts";
import { calendarOf } from "../time/calendars/catalog.ts";
import { formatInstant } from "../time/instant.ts";
import { inferInterval, stepText, usualStep } from "../time/infer-interval.ts";
import { checkInterval, DAY_MS, type Interval, intervalEnd, isDailyOrLonger } from "../time/interval.ts";
import { type Zone, zoneOf } from "../time/zone.ts";
import { BAR_FILE_ENDINGS, formatOf } from "./bar-formats.ts";
import type { EpochUnit } from "./csv/times.ts";
import { LARGEST_FILE, readFileBytes } from "./file-bytes.ts";
import { fileError } from "./file-error.ts";
import type { BarTable } from "./reading/bar-table.ts";
import { type ChosenColumns, isWide } from "./reading/columns.ts";
import { factsOfName } from "./reading/file-names.ts";
import { type FileReading, readingOf, readingText } from "./reading/file-reading.ts";
import { DECIMAL_MARKS, type DecimalMark } from "./reading/number-cells.ts";
import { type FoundSeries, type FoundTable, readSeries } from "./reading/read-series.ts";
import { type Stamp, stampOf, STAMPS, startsOfEnds } from "./reading/stamps.ts";

/** The bars of one file, how they were read, and the checksum of the file. */
export interface BarFile extends MarketData {
  /** One series for each symbol of the file. */
  readonly series: readonly [Series, ...Series[]];
  /** SHA-256 of the file's bytes on disk, in hexadecimal; results record it to identify their data. */
  readonly checksum: string;
  /** How the file was understood. */
  readonly reading: FileReading;
}

/** Options of the readers of bar files. Each states what a file may not show by itself. */
export interface BarFileOptions {
  /** Symbol. Default: the one that the file states, else its name without the ending. Of a file with several symbols, the one to read. */
  readonly symbol?: string;
  /** Symbols to read from a file with several. Default: all. */
  readonly symbols?: readonly string[];
  /** Interval of the bars. Default: the most frequent step between bars. */
  readonly interval?: Interval;
  /**
   * IANA time zone of times without an offset. Default: `UTC`. A date alone is midnight in this zone, and each day of the zone is a session
   * of intraday bars.
   */
  readonly zone?: string;
  /** Trading calendar, such as `XNYS`, whose sessions the bars belong to. Its zone is the default of `zone`. Default: none. */
  readonly calendar?: string;
  /**
   * Which columns hold the parts of a bar: the names of all columns in their order (`-` leaves one out), such as
   * `["time", "open", "high", "low", "close", "volume"]`, or the column of some parts: `{ volume: "Volume BTC" }`. Default: by their names.
   */
  readonly columns?: ChosenColumns;
  /**
   * Format of the times: letters such as `DD/MM/YYYY HH:mm`, or `seconds`, `milliseconds`, `microseconds`, `nanoseconds`, `days` (since
   * 1970), `spreadsheet` (its day numbers) or `iso`. Default: what the times show.
   */
  readonly dateFormat?: string;
  /** Mark before the decimals of numbers. Default: what the numbers show. */
  readonly decimal?: DecimalMark;
  /**
   * Whether the times of the file are the starts or the ends of its bars. Default: `end` for months and quarters named by their last day, else
   * `start`; a file whose times look like ends, such as minutes from 09:31 to 16:00, is refused.
   */
  readonly stamped?: Stamp;
  /** Properties of the instrument, such as currency, tick and lot. */
  readonly instrument?: Partial<Omit<Instrument, "symbol">>;
  /** Size limit of the file in bytes, both as stored and once unpacked. Default: 2 GiB. */
  readonly maxBytes?: number;
}

const OPTIONS: OptionNames<BarFileOptions> = {
  symbol: true,
  symbols: true,
  interval: true,
  zone: true,
  calendar: true,
  columns: true,
  dateFormat: true,
  decimal: true,
  stamped: true,
  instrument: true,
  maxBytes: true,
};

/**
 * Reads the bars of a file in any layout: CSV, NDJSON, JSON or Parquet, plain or packed with gzip, Zstandard or zip; `a.zip:b.csv` is one
 * of several files in an archive. The format, the columns,
 * the times and the order of rows are what the file shows; `reading` says how it was understood. Several symbols become several series.
 *
 * Invalid rows are never repaired or skipped: they throw an error that names the line. Throws `DATA_FILE_NOT_FOUND`, `DATA_FILE_INVALID`
 * (no table of bars, a damaged or too large file, a cell that cannot be read, or a layout that may be understood in two ways; the message
 * names the option that decides), `DATA_EMPTY`, `BARS_INVALID` (see `barProblems`), `INTERVAL_UNKNOWN`, `SETTING_INVALID` (an interval
 * longer than the usual step between bars), `PARAMETER_OUT_OF_RANGE` (a symbol that the file does not have) and `ZONE_UNKNOWN`.
 *
 * @example
 * const data = await readBars("data/sp500-2000.csv", { symbol: "^GSPC" });
 * data.series[0].bars.close[0]; // 1455.219971
 */
export async function readBars(path: string, options: BarFileOptions = {}): Promise<BarFile> {
  const { zone, maxBytes } = checkBarFileOptions(options);
  const { file, text, isPacked, name, checksum } = await readFileBytes(path, maxBytes);
  const format = formatOf(text.bytes.subarray(0, text.length));
  const table = await format.open(file, text, maxBytes);
  const endNotes = isPacked ? [] : format.endNotes(file, text);
  try {
    const { notes, ...read } = await barsOfTable(table, name, zone, options);
    return { ...read, notes: [...notes, ...endNotes], checksum: await checksum };
  } catch (error) {
    throw withWayOut(error, table.named || options.columns !== undefined);
  }
}

/** Codes of errors that one row of a file may cause. */
const ROW_ERRORS: ReadonlySet<ErrorCode> = new Set(["DATA_FILE_INVALID", "BARS_INVALID"]);

/**
 * Adds to an error what may decide it: names for the columns of a file without a header, or an import that leaves out the row. An error
 * that names an option stays as it is.
 */
function withWayOut(error: unknown, named: boolean): unknown {
  if (!(error instanceof HindcastError) || /--[a-z]/.test(error.message)) return error;
  const { details } = error;
  const code = error.code as ErrorCode;
  const isOfRow = ROW_ERRORS.has(code) && (details["line"] !== undefined || details["tableRow"] !== undefined);
  const ways = [
    ...(named
      ? []
      : [
          "The file has no header; name its columns with --columns if they are not a time, open, high, low, close and volume",
        ]),
    ...(details["reason"] === "duplicate_time"
      ? ['If the file has several symbols, name their column, such as --columns "symbol=NAME"']
      : []),
    ...(isOfRow ? ["To leave out bad rows, import the file with hindcast import bars --skip-bad-rows"] : []),
  ];
  return ways.length === 0 ? error : new HindcastError(code, [error.message, ...ways].join(". "), details);
}

async function barsOfTable(
  opened: BarTable,
  name: string,
  given: Zone,
  options: BarFileOptions,
): Promise<Omit<BarFile, "checksum">> {
  const table = { ...opened, facts: { ...factsOfName(name), ...opened.facts } };
  const { symbol, symbols = symbol === undefined ? undefined : [symbol], columns, dateFormat, decimal } = options;
  const isZoneStated = options.zone !== undefined || options.calendar !== undefined;
  const fileZone = isZoneStated || table.facts.zone === undefined ? given : zoneOf(table.facts.zone);
  const found = await readSeries(table, fileZone, { columns, dateFormat, decimal, symbols });
  const zone = isZoneStated ? given : found.zone;
  const calendar = options.calendar === undefined ? undefined : calendarOf(options.calendar);
  const timeName = found.columns.time ?? "";
  const stamps = found.series.map(
    ({ columns: { time } }) => options.stamped ?? stampOf(table.file, timeName, time, options.interval, zone, calendar),
  );
  const isOnlySeries = found.series.length === 1;
  const series = found.series.map((one, i) => {
    const own = (isOnlySeries ? symbol : undefined) ?? one.symbol ?? symbolOf(name);
    return seriesOf(table.file, own, one, found, zone, { ...options, stamped: stamps[i]! });
  });
  const [{ symbol: statedSymbol = symbol }] = found.series as [FoundSeries];
  const renamed =
    isOnlySeries && symbol !== undefined && statedSymbol !== symbol
      ? [`The file states the symbol ${statedSymbol}; its bars are named ${symbol}, as asked.`]
      : [];
  const reading = readingOf({ table, found, series, zone: found.zone, stamped: stamps[0]! });
  const times = series.flatMap(({ bars, zone: days = zone.name }) => {
    const isChecked = options.stamped === undefined && bars.interval !== "1d";
    return (isChecked ? wrongInterval(bars.time, bars.interval) : suspiciousTimes(bars, { zone: days })) ?? [];
  });
  const early = series.flatMap(({ bars }) => earlyLastBar(bars) ?? []);
  return {
    series: series as unknown as BarFile["series"],
    notes: [readingText(basename(table.file), reading), ...new Set([...found.notes, ...renamed, ...times, ...early])],
    reading,
  };
}

/** Notes a last bar that begins long before the bar before it ends, as some vendors add for a day, week or month that is not over. */
function earlyLastBar({ time, interval }: Bars): string | undefined {
  const [before, last] = time.subarray(-2);
  if (time.length < 3 || last! - before! >= 0.6 * (intervalEnd(interval, before!) - before!)) return undefined;
  return `The last bar, at ${formatInstant(last!)}, begins before the bar of ${interval} before it ends. If it has the newest prices of that bar, remove one of them.`;
}

/** Checks the options before the file is opened. Throws `SETTING_INVALID`, `PARAMETER_OUT_OF_RANGE`, `INTERVAL_UNKNOWN`, `CALENDAR_UNKNOWN` or `ZONE_UNKNOWN`. */
function checkBarFileOptions(options: BarFileOptions): { zone: Zone; maxBytes: number } {
  const {
    symbol,
    symbols,
    interval,
    calendar,
    zone = calendar === undefined ? "UTC" : calendarOf(calendar).zone,
    columns,
    decimal,
    stamped,
    maxBytes = LARGEST_FILE,
  } = checkOptions("readBars", options, OPTIONS);
  for (const one of symbols ?? [symbol])
    if (one !== undefined && (typeof one !== "string" || one === ""))
      throw parameterError("symbol", "a non-empty string", one);
  if (typeof columns === "string" && !isWide(columns))
    throw parameterError("columns", "wide, a list of names, or an object with the names of some parts", columns);
  if (decimal !== undefined && !DECIMAL_MARKS.includes(decimal))
    throw parameterError("decimal", `one of ${DECIMAL_MARKS.join(", ")}`, decimal);
  if (stamped !== undefined && !STAMPS.includes(stamped))
    throw parameterError("stamped", `one of ${STAMPS.join(", ")}`, stamped);
  if (interval !== undefined) checkInterval(interval);
  return { zone: zoneOf(zone), maxBytes: checkInteger("maxBytes", maxBytes) };
}

/**
 * Checks the bars of a symbol and creates its series.
 * Throws `BARS_INVALID`, `INTERVAL_UNKNOWN`, and `SETTING_INVALID` for an interval longer than the usual step between bars.
 */
function seriesOf(
  file: string,
  symbol: string,
  one: FoundSeries,
  found: FoundTable,
  zone: Zone,
  options: BarFileOptions,
): Series {
  const { place, own } = one;
  const calendar = options.calendar === undefined ? undefined : calendarOf(options.calendar);
  const columns =
    options.stamped === "end" ? startsOfEnds(file, one.columns, options.interval, zone, calendar) : one.columns;
  checkBars(columns, place);
  const interval = intervalOfFile(file, columns.time, options.interval, calendar, found.unit);
  // The zone is kept for daily bars without an offset that are not at midnight UTC, so that they keep their written dates.
  const keepsWrittenDates =
    found.usedZone && isDailyOrLonger(interval) && columns.time.some((start) => start % DAY_MS !== 0);
  const zoneName = options.zone ?? calendar?.zone ?? (keepsWrittenDates ? zone.name : undefined);
  const bars = barsOfFile(file, interval, columns, found.unit, zoneName);
  return {
    instrument: instrument(symbol, options.instrument),
    bars,
    ...withoutUndefined({
      calendar,
      zone: zoneName && zone.name,
      columns: Object.keys(own).length === 0 ? undefined : own,
    }),
  };
}

/** Returns the name of a file without its folders and endings. */
function symbolOf(file: string): string {
  const name = basename(file);
  const [ending = ""] = BAR_FILE_ENDINGS.filter((candidate) => name.toLowerCase().endsWith(candidate)).toSorted(
    (a, b) => b.length - a.length,
  );
  return name.slice(0, name.length - ending.length).replace(/\.gz$/i, "");
}

/**
 * Creates the bars of a file from checked columns. `unit` is the unit of times given as numbers since 1970. Throws `BARS_INVALID` if bars
 * overlap.
 */
export function barsOfFile(
  file: string,
  interval: Interval,
  columns: BarColumns,
  unit: EpochUnit | undefined,
  zone?: string,
): Bars {
  const bars = new Bars(interval, columns, zone);
  checkSpan(bars, file, unit === undefined ? "" : `; ${readAs(unit)}`);
  return bars;
}

/**
 * Returns the requested interval, or else the most frequent step between the bars of a file.
 * Throws `INTERVAL_UNKNOWN`, and `SETTING_INVALID` if the requested interval is longer than that step.
 */
export function intervalOfFile(
  file: string,
  time: Column,
  requested: Interval | undefined,
  calendar?: Calendar,
  unit?: EpochUnit,
): Interval {
  if (requested === undefined) return usualInterval(file, time, calendar, unit);
  const usual = shorterStep(time, checkInterval(requested));
  if (usual === undefined) return requested;
  throw fileError(
    "SETTING_INVALID",
    `interval of ${file}`,
    `must not be longer than the usual step between its bars, ${usual}, was ${requested}; a strategy can read longer bars with bars("${requested}")`,
    { file, interval: requested, usual },
  );
}

function usualInterval(
  file: string,
  time: Column,
  calendar: Calendar | undefined,
  unit: EpochUnit | undefined,
): Interval {
  try {
    return inferInterval(time, calendar);
  } catch (error) {
    if (!(error instanceof HindcastError)) throw error;
    const read = unit === undefined ? "" : `; ${readAs(unit)}`;
    throw new HindcastError(error.code as ErrorCode, `${file}: ${error.message} (--interval)${read}`, {
      file,
      ...error.details,
    });
  }
}

/** Says how times were read that may have another format. */
function readAs(unit: EpochUnit): string {
  return `times are read as ${unit} since 1970 (--date-format states another format)`;
}

/** Throws `BARS_INVALID` if all rows are sorted newest first. */
export function checkOrder(file: string, time: Column): void {
  if (time.length < 3) return;
  for (let row = 1; row < time.length; row++) if (!(time[row]! < time[row - 1]!)) return;
  throw fileError("BARS_INVALID", file, "has the newest row first. Sort its rows by time, oldest first", {
    reason: "unsorted",
  });
}

/**
 * Returns the most frequent step between bars, as text, if it is shorter than the given interval, so that bars would overlap.
 */
export function shorterStep(time: Column, requested: Interval): string | undefined {
  const usual = usualStep(time);
  if (usual === undefined) return undefined;
  const length = intervalEnd(requested, 0);
  // A step that is no interval, or of seconds, says little if most bars have other steps. `checkSpan` reports much shorter steps.
  const isChance = usual.count < time.length / 2 || usual.length < length / 2;
  if ((typeof usual.step === "number" || usual.length < 60_000) && isChance) return undefined;
  return usual.length >= length ? undefined : stepText(usual);
}
