import { basename } from "node:path";
import { checkWhole } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { type BarColumns, Bars } from "../../market/bars.ts";
import { type Instrument, instrument } from "../../market/instrument.ts";
import { checkBars } from "../../market/validate-bars.ts";
import { inferInterval } from "../../time/infer-interval.ts";
import { checkInterval, type Interval, intervalEnd } from "../../time/interval.ts";
import { type Zone, zoneOf } from "../../time/zone.ts";
import { fileError, lineAt } from "../csv/file-error.ts";
import { readHeader } from "../csv/header.ts";
import { readColumns, type TableBars } from "../csv/read-columns.ts";
import { LARGEST_FILE, readFileBytes } from "../file-bytes.ts";
import type { BarFile } from "../bar-file.ts";
import type { Source } from "../source.ts";

/** What a file of columns does not say about its bars. */
export interface CsvOptions {
  /** By default the name of the file without its ending. */
  readonly symbol?: string;
  /** By default the usual step between bars. */
  readonly interval?: Interval;
  /** IANA zone of times that have no offset; `UTC` by default. A date alone is midnight of this zone. */
  readonly zone?: string;
  /** What is known of the instrument: currency, tick, lot … */
  readonly instrument?: Partial<Omit<Instrument, "symbol">>;
  /** The most bytes that are read, and that are unpacked from a gzipped file; 2 GiB by default. */
  readonly maxBytes?: number;
}

/**
 * Reads the bars of one instrument from a file of columns, plain or gzipped.
 *
 * The first line names the columns, in any order, case and with spaces or `_` as you like: a time (`date`, `time`,
 * `timestamp`, `datetime`, `open time`; or `date` and `time` in two columns), `open`, `high`, `low`, `close`, and where
 * there are any `volume` and `adj close`. Cells are divided by comma, semicolon or tab, and may be quoted. Times are
 * ISO with or without an offset, `YYYYMMDD`, or seconds, milliseconds or microseconds since 1970, one kind throughout.
 * Numbers are read to the nearest double, as `Number` does. Lines of nothing at all are passed over.
 *
 * Nothing is repaired and no row is skipped: what is wrong is an error that names the line. How the file was read is
 * said in `notes`. Throws DATA_FILE_NOT_FOUND, DATA_FILE_INVALID (a file that is no such table, is damaged or too large,
 * a cell that cannot be read), DATA_EMPTY, BARS_INVALID (see `barProblems`), INTERVAL_UNKNOWN, SETTING_INVALID (an
 * interval longer than the usual step between bars), ZONE_UNKNOWN.
 *
 * @example
 * const data = await readCsv("data/sp500-2000.csv", { symbol: "^GSPC" });
 * data.series[0].bars.close[0]; // 1455.219971
 */
export async function readCsv(file: string, options: CsvOptions = {}): Promise<BarFile> {
  const zone = zoneOf(options.zone ?? "UTC");
  const given = options.interval === undefined ? undefined : checkInterval(options.interval);
  const { text, checksum } = await readFileBytes(file, checkWhole("maxBytes", options.maxBytes ?? LARGEST_FILE));
  const found = readColumns({ file, text, header: readHeader(file, text) }, zone);
  checkBars(found.columns, (row) => {
    const line = lineAt(text, found.rows.starts[row]!);
    return { text: `${file}, line ${line}`, details: { file, line } };
  });
  const interval = intervalOf(file, found.columns, given);
  const symbol = options.symbol ?? basename(file).replace(/(?:\.(?:csv|tsv|txt))?(?:\.gz)?$/i, "");
  const bars = new Bars(interval, found.columns);
  return {
    series: [{ instrument: instrument(symbol, options.instrument), bars }],
    notes: notesOf(basename(file), bars, found, zone, options),
    checksum: await checksum,
  };
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
    `must not be longer than the usual step between its bars, ${usual}, was ${given}`,
    { file, interval: given, usual },
  );
}

/** What a reader of the results must know about how the file was read. */
function notesOf(name: string, bars: Bars, found: TableBars, zone: Zone, options: CsvOptions): readonly string[] {
  const { layout, rows, unit, usedZone } = found;
  const dates = [0, bars.length - 1].map((row) => zone.date(bars.time[row]!));
  const notes = [`${name} has ${bars.length} bars of ${bars.interval} from ${dates.join(" to ")}.`];
  if (options.symbol === undefined) notes.push("The symbol is the name of the file.");
  if (options.interval === undefined) notes.push(`The interval ${bars.interval} is the usual step between bars.`);
  if (usedZone) notes.push(`Times without an offset are read as ${zone.name}.`);
  if (unit !== undefined) notes.push(`Times are read as ${unit} since 1970.`);
  if (layout.volume === undefined) notes.push("There is no column of volumes; every volume is 0.");
  if (layout.unread.length > 0) notes.push(`Columns that are not read: ${layout.unread.join(", ")}.`);
  if (rows.blankLines > 0) notes.push(`Empty lines between rows, passed over: ${rows.blankLines}.`);
  return notes;
}

/** Files of columns, the source that every tool can write. */
export const csv: Source<CsvOptions> = {
  name: "csv",
  title: "Columns of text, plain or gzipped",
  endings: [".csv", ".csv.gz", ".tsv", ".tsv.gz", ".txt", ".txt.gz"],
  read: readCsv,
};
