import { type BarFile, barFileOf, type BarFileOptions, checkBarFileOptions } from "../bar-file.ts";
import { readFileBytes } from "../file-bytes.ts";
import { readBars } from "../parquet/read-bars.ts";
import { openTable } from "../parquet/read-table.ts";
import type { Source } from "../source.ts";

const ENDINGS = [".parquet", ".pq"];

/**
 * Reads the bars of one instrument from a Parquet file, unpacked or packed by Snappy, gzip or Brotli.
 *
 * Columns are called as those of a CSV file (see `readCsv`), in any order. Prices and volumes are numbers of any width; a time is a timestamp
 * (one that the file calls local is read in `zone`), a date, a text or a count since 1970. A million rows take a
 * quarter of a second; for folders of files, or files larger than memory, use DuckDB. Nothing is repaired. Throws what `readCsv` throws.
 *
 * @example
 * const data = await readParquet("aapl.parquet", { symbol: "AAPL" });
 */
export async function readParquet(file: string, options: BarFileOptions = {}): Promise<BarFile> {
  const { zone, maxBytes } = checkBarFileOptions("readParquet", options);
  const { text, checksum } = await readFileBytes(file, maxBytes);
  const table = await openTable(file, text.bytes.subarray(0, text.length), maxBytes);
  return barFileOf(file, await readBars(file, table, zone), zone, await checksum, options, ENDINGS);
}

/** Columns as analytical tools keep them. */
export const parquet: Source<BarFileOptions> = {
  name: "parquet",
  title: "Parquet, packed or not",
  endings: ENDINGS,
  read: readParquet,
};
