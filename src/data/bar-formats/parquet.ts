import { type BarFile, barFileOf, type BarFileOptions, checkBarFileOptions } from "../bar-file.ts";
import { readFileBytes } from "../file-bytes.ts";
import { readBars } from "../parquet/read-bars.ts";
import { openTable } from "../parquet/open-table.ts";
import type { BarFormat } from "../bar-format.ts";

const ENDINGS = [".parquet", ".pq"];

/**
 * Reads the bars of one instrument from a Parquet file, uncompressed or compressed with Snappy, gzip or Brotli.
 *
 * Columns have the names of CSV columns (see `readCsv`), in any order. Prices and volumes are numbers of any width. A time is a timestamp
 * (a local one is read in `zone`), a date, text or a count since 1970. A million rows take a quarter of a second; for folders of
 * files, or files larger than memory, use DuckDB. Invalid rows are never repaired. Throws the same errors as `readCsv`.
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

/** Parquet files. */
export const parquet: BarFormat<BarFileOptions> = {
  name: "parquet",
  title: "Parquet, compressed or not",
  endings: ENDINGS,
  read: readParquet,
};
