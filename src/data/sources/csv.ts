import { type BarFile, barFileOf, type BarFileOptions, checkBarFileOptions } from "../bar-file.ts";
import { openEnd, readHeader } from "../csv/rows.ts";
import { readColumns } from "../csv/read-columns.ts";
import { readFileBytes } from "../file-bytes.ts";
import type { Source } from "../source.ts";

/** What a file of columns does not say about its bars. */
export type CsvOptions = BarFileOptions;

const ENDINGS = [".csv", ".csv.gz", ".tsv", ".tsv.gz", ".txt", ".txt.gz"];

/**
 * Reads the bars of one instrument from a file of columns, plain or gzipped.
 *
 * The first line names the columns, in any order, case and with spaces or `_` as you like: a time (`date`, `time`,
 * `timestamp`, `datetime`, `open time`; or `date` and `time` in two columns), `open`, `high`, `low`, `close`, and where
 * there are any `volume` and `adj close`. Cells are divided by comma, semicolon or tab, as a line `sep=;` of Excel before
 * the names may say, and may be quoted. Times are ISO with or without an offset, `YYYYMMDD`, or seconds, milliseconds or
 * microseconds since 1970, one kind throughout. Numbers are read to the nearest double, as `Number` does. Lines of nothing
 * at all are passed over.
 *
 * Nothing is repaired and no row is skipped: what is wrong is an error that names the line. How the file was read is
 * said in `notes`, also that the last line of a plain text has no end: nobody can tell whether it was cut off. Throws
 * DATA_FILE_NOT_FOUND, DATA_FILE_INVALID (a file that is no such table, is damaged or too large, a cell that cannot be
 * read), DATA_EMPTY, BARS_INVALID (see `barProblems`), INTERVAL_UNKNOWN, SETTING_INVALID (an interval longer than the
 * usual step between bars), ZONE_UNKNOWN.
 *
 * @example
 * const data = await readCsv("data/sp500-2000.csv", { symbol: "^GSPC" });
 * data.series[0].bars.close[0]; // 1455.219971
 */
export async function readCsv(file: string, options: CsvOptions = {}): Promise<BarFile> {
  const { zone, maxBytes } = checkBarFileOptions("readCsv", options);
  const { text, gzipped, checksum } = await readFileBytes(file, maxBytes);
  const read = readColumns({ file, text, header: readHeader(file, text) }, zone);
  const notes = [
    ...read.notes,
    ...(read.blankLines > 0 ? [`Empty lines between rows, passed over: ${read.blankLines}.`] : []),
    ...(gzipped ? [] : openEnd(file, text)),
  ];
  return barFileOf(file, { ...read, notes }, zone, await checksum, options, ENDINGS);
}

/** Files of columns, the source that every tool can write. */
export const csv: Source<CsvOptions> = {
  name: "csv",
  title: "Columns of text, plain or gzipped",
  endings: ENDINGS,
  read: readCsv,
};
