import { basename } from "node:path";
import { Bars } from "../market/bars.ts";
import { type Instrument, instrument } from "../market/instrument.ts";
import type { MarketData, Series } from "../market/market-data.ts";
import { suspiciousTimes } from "../market/suspicious-times.ts";
import { type BarColumns, type BarPlace, checkBars, checkSpan } from "../market/validate-bars.ts";
import { checkOptions, type OptionNames } from "../primitives/check-options.ts";
import { checkInteger, parameterError } from "../primitives/check.ts";
import type { Column } from "../primitives/column.ts";
import { type ErrorCode, HindcastError } from "../primitives/errors.ts";
import { pluralize } from "../primitives/words.ts";
import { inferInterval, stepText, usualStep } from "../time/infer-interval.ts";
import { checkInterval, DAY_MS, type Interval, intervalEnd, isDailyOrLonger } from "../time/interval.ts";
import { type Zone, zoneOf } from "../time/zone.ts";
import type { Layout } from "./csv/layout.ts";
import type { EpochUnit } from "./csv/times.ts";
import { fileError } from "./file-error.ts";
import { LARGEST_FILE } from "./file-bytes.ts";

/** The bars of one file, and the checksum of the file. */
export interface BarFile extends MarketData {
  readonly series: readonly [Series];
  /** SHA-256 of the file's bytes on disk, in hexadecimal; results record it to identify their data. */
  readonly checksum: string;
}

/** Options of the readers of bar files. */
export interface BarFileOptions {
  /** Symbol. Default: the name of the file without its ending. */
  readonly symbol?: string;
  /** Interval of the bars. Default: the most frequent step between bars. */
  readonly interval?: Interval;
  /**
   * IANA time zone of times without an offset. Default: `UTC`. A date alone is midnight in this zone, and each day of the zone is a session
   * of intraday bars.
   */
  readonly zone?: string;
  /** Properties of the instrument, such as currency, tick and lot. */
  readonly instrument?: Partial<Omit<Instrument, "symbol">>;
  /** Size limit of the file in bytes, both as stored and once decompressed. Default: 2 GiB. */
  readonly maxBytes?: number;
}

const OPTIONS: OptionNames<BarFileOptions> = {
  symbol: true,
  interval: true,
  zone: true,
  instrument: true,
  maxBytes: true,
};

/** Checks the options before the file is opened. Throws `SETTING_INVALID`, `PARAMETER_OUT_OF_RANGE`, `INTERVAL_UNKNOWN` or `ZONE_UNKNOWN`. */
export function checkBarFileOptions(reader: string, options: BarFileOptions): { zone: Zone; maxBytes: number } {
  const { symbol, interval, zone = "UTC", maxBytes = LARGEST_FILE } = checkOptions(reader, options, OPTIONS);
  if (symbol !== undefined && (typeof symbol !== "string" || symbol === ""))
    throw parameterError("symbol", "a non-empty string", symbol);
  if (interval !== undefined) checkInterval(interval);
  return { zone: zoneOf(zone), maxBytes: checkInteger("maxBytes", maxBytes) };
}

/** The columns read from a file, and how they were read. */
export interface FoundBars {
  readonly columns: BarColumns;
  /** Returns where a row is in the file, for error messages: a line number or a row number. */
  readonly place: (row: number) => BarPlace;
  /** Whether any time had no offset and was read in the zone of the options. */
  readonly usedZone: boolean;
  /** Unit of times given as numbers since 1970; undefined for other times. */
  readonly unit: EpochUnit | undefined;
  /** Which column of the file has which part of a bar. */
  readonly layout: Layout;
  /** Further notes on how the file was read. */
  readonly notes: readonly string[];
}

/**
 * Checks the bars of a file and adds notes on how they were read.
 * Throws `BARS_INVALID`, `INTERVAL_UNKNOWN`, and `SETTING_INVALID` for an interval longer than the usual step between bars.
 */
export function barFileOf(
  file: string,
  found: FoundBars,
  zone: Zone,
  checksum: string,
  options: BarFileOptions,
  endings: readonly string[],
): BarFile {
  checkOrder(file, found.columns.time);
  checkBars(found.columns, found.place);
  const interval = intervalOfFile(file, found.columns.time, options.interval);
  // Daily bars keep their zone if their times have no offset and are not midnights in UTC: each bar then keeps the date written in the file.
  const keepsWrittenDates =
    found.usedZone && isDailyOrLonger(interval) && found.columns.time.some((start) => start % DAY_MS !== 0);
  const zoneName = options.zone ?? (keepsWrittenDates ? zone.name : undefined);
  const bars = barsOfFile(file, interval, found.columns, found.unit, zoneName);
  const series = { instrument: instrument(options.symbol ?? symbolOf(file, endings), options.instrument), bars };
  return {
    series: [zoneName === undefined ? series : { ...series, zone: zone.name }],
    notes: notesOf(basename(file), bars, found, zone, options),
    checksum,
  };
}

function symbolOf(file: string, endings: readonly string[]): string {
  const name = basename(file);
  const [ending = ""] = endings
    .filter((candidate) => name.toLowerCase().endsWith(candidate))
    .toSorted((a, b) => b.length - a.length);
  return name.slice(0, name.length - ending.length).replace(/\.gz$/i, "");
}

/** Returns notes on how the file was read, which are shown with the results of a backtest. */
function notesOf(name: string, bars: Bars, found: FoundBars, zone: Zone, options: BarFileOptions): readonly string[] {
  const { unit, usedZone, layout } = found;
  const dates = [0, bars.length - 1].map((row) => zone.date(bars.time[row]!));
  const notes = [`${name} has ${pluralize(bars.length, "bar")} of ${bars.interval} from ${dates.join(" to ")}.`];
  if (options.symbol === undefined) notes.push("The symbol is the name of the file.");
  if (options.interval === undefined) notes.push(`The interval ${bars.interval} is the usual step between bars.`);
  if (usedZone) notes.push(`Times without an offset are read as ${zone.name}.`);
  if (unit !== undefined) notes.push(`Times are read as ${unit} since 1970.`);
  if (layout.volume === undefined) notes.push("There is no volume column; every volume is 0.");
  if (layout.unreadNames.length > 0) notes.push(`Columns that are not read: ${layout.unreadNames.join(", ")}.`);
  const doubt = suspiciousTimes(bars, { zone: zone.name });
  return [...notes, ...found.notes, ...(doubt === undefined ? [] : [doubt])];
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
  checkSpan(bars, file, unit === undefined ? "" : `; times are read as ${unit} since 1970`);
  return bars;
}

/**
 * Returns the requested interval, or else the most frequent step between the bars of a file.
 * Throws `INTERVAL_UNKNOWN`, and `SETTING_INVALID` if the requested interval is longer than that step.
 */
export function intervalOfFile(file: string, time: Column, requested: Interval | undefined): Interval {
  if (requested === undefined) return usualInterval(file, time);
  const usual = shorterStep(time, checkInterval(requested));
  if (usual === undefined) return requested;
  throw fileError(
    "SETTING_INVALID",
    `interval of ${file}`,
    `must not be longer than the usual step between its bars, ${usual}, was ${requested}; a strategy can read longer bars with bars("${requested}")`,
    { file, interval: requested, usual },
  );
}

function usualInterval(file: string, time: Column): Interval {
  try {
    return inferInterval(time);
  } catch (error) {
    if (!(error instanceof HindcastError)) throw error;
    throw new HindcastError(error.code as ErrorCode, `${file}: ${error.message}`, { file, ...error.details });
  }
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
  // A step that is no supported interval says little if most bars have other steps. `checkSpan` reports much shorter steps.
  const isChance = usual.count < time.length / 2 || usual.length < length / 2;
  if (typeof usual.step === "number" && isChance) return undefined;
  return usual.length >= length ? undefined : stepText(usual);
}
