import type { BarFile } from "../bar-file.ts";
import { barFileOf } from "../bar-file-of.ts";
import { checkBarFileOptions, type BarFileOptions } from "../bar-file-options.ts";
import { readFileBytes } from "../file-bytes.ts";
import { readRows } from "../ndjson/read-rows.ts";
import type { Source } from "../source.ts";

const ENDINGS = [".ndjson", ".ndjson.gz", ".jsonl", ".jsonl.gz"];

/**
 * Reads the bars of one instrument from lines of JSON, plain or gzipped: one object a bar.
 *
 * Members are called as the columns of a CSV file (see `readCsv`), in any order; prices and volumes are numbers, a time is a text or a number
 * as in a cell. Each member that the first line has and that is read must be in every line. Nothing is repaired and no line is skipped.
 * Throws what `readCsv` throws.
 *
 * @example
 * const data = await readNdjson("aapl.ndjson.gz", { zone: "America/New_York" });
 */
export async function readNdjson(file: string, options: BarFileOptions = {}): Promise<BarFile> {
  const { zone, maxBytes } = checkBarFileOptions("readNdjson", options);
  const { text, checksum } = await readFileBytes(file, maxBytes);
  return barFileOf(file, readRows(file, text, zone), zone, await checksum, options, ENDINGS);
}

/** Lines of JSON. */
export const ndjson: Source<BarFileOptions> = {
  name: "ndjson",
  title: "Lines of JSON, plain or gzipped",
  endings: ENDINGS,
  read: readNdjson,
};
