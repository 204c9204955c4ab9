import { basename } from "node:path";
import { counted } from "../primitives/counted.ts";
import { HindcastError } from "../primitives/errors.ts";
import { type BarColumns, Bars } from "../market/bars.ts";
import { checkSpan } from "../market/check-span.ts";
import { instrument } from "../market/instrument.ts";
import { type BarPlace, checkBars } from "../market/validate-bars.ts";
import { inferInterval } from "../time/infer-interval.ts";
import { checkInterval, type Interval, intervalEnd } from "../time/interval.ts";
import type { Zone } from "../time/zone.ts";
import type { BarFile } from "./bar-file.ts";
import type { BarFileOptions } from "./bar-file-options.ts";
import type { EpochUnit } from "./csv/epoch-times.ts";
import { fileError } from "./csv/file-error.ts";

/** The columns of a file, and how they were found. */
export interface FoundBars {
  readonly columns: BarColumns;
  /** How an error names a row: the line of the file, or the row itself. */
  readonly place: (row: number) => BarPlace;
  /** Whether any time was one of the zone, for want of an offset. */
  readonly usedZone: boolean;
  /** The unit of times that are counts. */
  readonly unit: EpochUnit | undefined;
  /** Whether there is a column of volumes. */
  readonly hasVolume: boolean;
  readonly unread: readonly string[];
  /** What else a reader of results must know about how the file was read. */
  readonly more?: readonly string[];
}

/**
 * The bars of a file, checked, with the notes on how they were read.
 * Throws BARS_INVALID; INTERVAL_UNKNOWN; SETTING_INVALID for an interval longer than the usual step between bars.
 */
export function barFileOf(
  file: string,
  found: FoundBars,
  zone: Zone,
  checksum: string,
  options: BarFileOptions,
  endings: readonly string[],
): BarFile {
  checkBars(found.columns, found.place);
  const given = options.interval === undefined ? undefined : checkInterval(options.interval);
  const bars = new Bars(intervalOf(file, found.columns, given), found.columns);
  checkSpan(bars, file, found.unit === undefined ? "" : `; times are read as ${found.unit} since 1970`);
  return {
    series: [{ instrument: instrument(options.symbol ?? symbolOf(file, endings), options.instrument), bars }],
    notes: notesOf(basename(file), bars, found, zone, options),
    checksum,
  };
}

function symbolOf(file: string, endings: readonly string[]): string {
  const name = basename(file);
  const [ending = ""] = endings
    .filter((one) => name.toLowerCase().endsWith(one))
    .toSorted((a, b) => b.length - a.length);
  return name.slice(0, name.length - ending.length).replace(/\.gz$/i, "");
}

function intervalOf(file: string, { time }: BarColumns, given: Interval | undefined): Interval {
  let usual: Interval | undefined;
  try {
    usual = inferInterval(time);
  } catch (error) {
    if (!(error instanceof HindcastError)) throw error;
    if (given === undefined)
      throw new HindcastError(error.code, `${file}: ${error.message}`, { file, ...error.details });
  }
  if (given === undefined || usual === undefined) return given ?? usual!;
  if (intervalEnd(given, 0) <= intervalEnd(usual, 0)) return given;
  throw fileError(
    "SETTING_INVALID",
    `interval of ${file}`,
    `must not be longer than the usual step between its bars, ${usual}, was ${given}; a strategy reads longer ones by bars("${given}")`,
    { file, interval: given, usual },
  );
}

/** What a reader of the results must know about how the file was read. */
function notesOf(name: string, bars: Bars, found: FoundBars, zone: Zone, options: BarFileOptions): readonly string[] {
  const { unit, usedZone, hasVolume, unread, more = [] } = found;
  const dates = [0, bars.length - 1].map((row) => zone.date(bars.time[row]!));
  const notes = [`${name} has ${counted(bars.length, "bar")} of ${bars.interval} from ${dates.join(" to ")}.`];
  if (options.symbol === undefined) notes.push("The symbol is the name of the file.");
  if (options.interval === undefined) notes.push(`The interval ${bars.interval} is the usual step between bars.`);
  if (usedZone) notes.push(`Times without an offset are read as ${zone.name}.`);
  if (unit !== undefined) notes.push(`Times are read as ${unit} since 1970.`);
  if (!hasVolume) notes.push("There is no column of volumes; every volume is 0.");
  if (unread.length > 0) notes.push(`Columns that are not read: ${unread.join(", ")}.`);
  return [...notes, ...more];
}
