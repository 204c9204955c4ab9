import { basename } from "node:path";
import { counted } from "../primitives/words.ts";
import type { BarColumns, Bars } from "../market/bars.ts";
import { instrument } from "../market/instrument.ts";
import { timeDoubt } from "../market/time-doubt.ts";
import { type BarPlace, checkBars } from "../market/validate-bars.ts";
import type { Zone } from "../time/zone.ts";
import type { BarFile } from "./bar-file.ts";
import type { BarFileOptions } from "./bar-file-options.ts";
import { barsOfFile } from "./bars-of-file.ts";
import type { EpochUnit } from "./csv/epoch-times.ts";
import { checkOrder, intervalOfFile } from "./interval-of-file.ts";

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
  checkOrder(file, found.columns.time);
  checkBars(found.columns, found.place);
  const interval = intervalOfFile(file, found.columns.time, options.interval);
  const bars = barsOfFile(file, interval, found.columns, found.unit, options.zone);
  const series = { instrument: instrument(options.symbol ?? symbolOf(file, endings), options.instrument), bars };
  return {
    series: [options.zone === undefined ? series : { ...series, zone: zone.name }],
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
  const doubt = timeDoubt(bars, { zone: zone.name });
  return [...notes, ...more, ...(doubt === undefined ? [] : [doubt])];
}
