import { type BarFile, barFileOf, type BarFileOptions, checkBarFileOptions } from "../bar-file.ts";
import { unterminatedLineNotes, readHeader } from "../csv/rows.ts";
import { readBarColumns } from "../csv/read-bar-columns.ts";
import { readFileBytes } from "../file-bytes.ts";
import type { BarFormat } from "../bar-format.ts";

/** Options of `readCsv`. */
export type CsvOptions = BarFileOptions;

const ENDINGS = [".csv", ".csv.gz", ".tsv", ".tsv.gz", ".txt", ".txt.gz"];

/**
 * Reads the bars of one instrument from a CSV file, plain or gzipped.
 *
 * The first line names the columns, in any order and case, with spaces or `_`: a time (`date`, `time`, `timestamp`,
 * `datetime`, `open time`; or `date` and `time` in two columns), `open`, `high`, `low`, `close` and, optionally, `volume`
 * and `adj close`. Cells are separated by comma, semicolon or tab and may be quoted; a line `sep=;` of Excel may come
 * first. Times are ISO with or without an offset, `YYYYMMDD`, or seconds, milliseconds or microseconds since 1970, in one
 * format throughout. Numbers are read to the nearest double, as by `Number`. Empty lines are ignored.
 *
 * Invalid rows are never repaired or skipped: they throw an error that names the line. `notes` describe how the file was
 * read, including a last line of plain text without a line end, which may be cut off. Throws `DATA_FILE_NOT_FOUND`,
 * `DATA_FILE_INVALID` (not such a table, damaged, too large, or a cell that cannot be read), `DATA_EMPTY`, `BARS_INVALID`
 * (see `barProblems`), `INTERVAL_UNKNOWN`, `SETTING_INVALID` (an interval longer than the usual step between bars) and
 * `ZONE_UNKNOWN`.
 *
 * @example
 * const data = await readCsv("data/sp500-2000.csv", { symbol: "^GSPC" });
 * data.series[0].bars.close[0]; // 1455.219971
 */
export async function readCsv(file: string, options: CsvOptions = {}): Promise<BarFile> {
  const { zone, maxBytes } = checkBarFileOptions("readCsv", options);
  const { text, gzipped, checksum } = await readFileBytes(file, maxBytes);
  const read = readBarColumns({ file, text, header: readHeader(file, text) }, zone);
  const notes = [
    ...read.notes,
    ...(read.blankLines > 0 ? [`Empty lines between rows, ignored: ${read.blankLines}.`] : []),
    ...(gzipped ? [] : unterminatedLineNotes(file, text)),
  ];
  return barFileOf(file, { ...read, notes }, zone, await checksum, options, ENDINGS);
}

/** CSV files. */
export const csv: BarFormat<CsvOptions> = {
  name: "csv",
  title: "CSV, plain or gzipped",
  endings: ENDINGS,
  read: readCsv,
};
