import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Bars } from "../market/bars.ts";
import type { BarColumns } from "../market/validate-bars.ts";
import type { Column } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import { formatInstant } from "../time/instant.ts";
import { fileError } from "./file-error.ts";
import { parquetTable, type TableType } from "./tables.ts";

/**
 * Writes bars as CSV, gzipped if the name ends in `.gz`. The columns are `time` in UTC with `Z`, open, high, low, close, volume and, if
 * present, `adjClose`. Numbers have the fewest digits that keep them exact; `readBars` reads the same bars.
 * Throws `OUTPUT_NOT_WRITABLE`, and `DATE_INVALID` for a time that is not a whole millisecond.
 *
 * @example
 * await exportCsv("aapl.csv.gz", bars);
 */
export async function exportCsv(file: string, bars: Bars): Promise<void> {
  checkTimes(file, bars);
  const columns = priceColumns(bars);
  const header = `${["time", ...columns.map(([name]) => name)].join(",")}\n`;
  await writeFileAtomically(file, pieces());

  function* pieces(): Generator<string> {
    yield header;
    yield* inPieces(
      bars.length,
      (row) => `${formatInstant(bars.time[row]!)},${columns.map(([, column]) => column[row]!).join(",")}\n`,
    );
  }
}

/**
 * Writes bars as JSON lines, one object per bar, gzipped if the name ends in `.gz`; fields and times as in `exportCsv`.
 * `readBars` reads the same bars. Throws `OUTPUT_NOT_WRITABLE`, and `DATE_INVALID` for a time that is not a whole millisecond.
 *
 * @example
 * await exportNdjson("aapl.ndjson", bars);
 */
export async function exportNdjson(file: string, bars: Bars): Promise<void> {
  checkTimes(file, bars);
  const columns = priceColumns(bars);
  const textOf = (row: number): string => {
    const prices = columns.map(([name, column]) => `"${name}":${column[row]!}`);
    return `{"time":"${formatInstant(bars.time[row]!)}",${prices.join(",")}}\n`;
  };
  await writeFileAtomically(file, inPieces(bars.length, textOf));
}

/**
 * Writes bars as Parquet, compressed with Snappy: `time` as a UTC timestamp in milliseconds, prices as doubles. `readBars` reads the same
 * bars. Throws `OUTPUT_NOT_WRITABLE`, and `DATE_INVALID` for a time that is not a whole millisecond.
 *
 * @example
 * await exportParquet("aapl.parquet", bars);
 */
export async function exportParquet(file: string, bars: Bars): Promise<void> {
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  checkTimes(file, bars);
  const prices = priceColumns(bars);
  const buffer = parquetWriteBuffer({
    schema: [
      { name: "root", num_children: prices.length + 1 },
      {
        name: "time",
        type: "INT64",
        repetition_type: "REQUIRED",
        converted_type: "TIMESTAMP_MILLIS",
        logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
      },
      ...prices.map(([name]) => ({ name, type: "DOUBLE" as const, repetition_type: "REQUIRED" as const })),
    ],
    columnData: [
      { name: "time", data: BigInt64Array.from(bars.time, BigInt) },
      ...prices.map(([name, data]) => ({ name, data })),
    ],
  });
  await writeFileAtomically(file, [new Uint8Array(buffer)]);
}

/** Values of one column of a table to export: a typed array, or a list of numbers, strings or booleans. */
export type TableValues = Int32Array | Float64Array | readonly (number | string | boolean)[];

/**
 * Writes a table of named columns as Parquet, compressed with Snappy. Numbers are doubles, or null if missing. A column that is neither all
 * numbers nor all booleans is text. Throws `OUTPUT_NOT_WRITABLE`.
 *
 * @example
 * await exportParquetTable("trials.parquet", new Map([["fast", [10, 20]], ["sharpe", Float64Array.of(0.4, NaN)]]));
 */
export async function exportParquetTable(file: string, columns: ReadonlyMap<string, TableValues>): Promise<void> {
  const table = Array.from(columns, ([name, values]) => ({ name, values, type: typeOf(values) }));
  await writeFileAtomically(file, [await parquetTable(table)]);
}

function typeOf(values: TableValues): TableType {
  if (values instanceof Int32Array) return "integer";
  const all = (type: string) => Array.from<unknown>(values).every((value) => typeof value === type);
  return all("number") ? "number" : all("boolean") ? "boolean" : "text";
}

/** Returns the columns of bars except `time`, in file order. */
function priceColumns(bars: BarColumns): readonly (readonly [name: string, column: Column])[] {
  const { open, high, low, close, volume, adjClose } = bars;
  const columns = { open, high, low, close, volume, ...(adjClose !== undefined && { adjClose }) };
  return Object.entries(columns);
}

/** Throws `DATE_INVALID` for a time that a file cannot represent: a fraction of a millisecond, or outside the range of dates. */
function checkTimes(file: string, { time }: BarColumns): void {
  const row = time.findIndex((instant) => !Number.isInteger(instant) || Math.abs(instant) > 8.64e15);
  if (row < 0) return;
  throw fileError("DATE_INVALID", file, `must have times in whole milliseconds, but bar ${row} has ${time[row]}`, {
    row,
  });
}

/** Yields text of 4,096 rows at a time, so that a long file is never one string. */
function* inPieces(rows: number, textOf: (row: number) => string): Generator<string> {
  for (let start = 0; start < rows; start += 4096) {
    let piece = "";
    for (let row = start; row < Math.min(start + 4096, rows); row++) piece += textOf(row);
    yield piece;
  }
}

/**
 * Writes pieces to a temporary file and renames it when complete, gzipped if the name ends in `.gz`. The same pieces give the same bytes.
 * Throws `OUTPUT_NOT_WRITABLE`; an existing file then stays unchanged.
 */
export async function writeFileAtomically(file: string, pieces: Iterable<string | Uint8Array>): Promise<void> {
  const temporary = `${file}.${randomUUID()}.new`;
  try {
    const out = createWriteStream(temporary, { flags: "wx", flush: true });
    if (file.toLowerCase().endsWith(".gz")) await pipeline(Readable.from(pieces), createGzip(), out);
    else await pipeline(Readable.from(pieces), out);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    const cause = error instanceof Error && "code" in error ? String(error.code) : undefined;
    if (cause === undefined || error instanceof HindcastError || !/^E[A-Z]+$/.test(cause)) throw error;
    throw new HindcastError("OUTPUT_NOT_WRITABLE", `${file} cannot be written: ${cause}`, {
      file,
      cause,
    });
  }
}

/**
 * Creates a folder and its missing parents, one by one, since Node's `recursive` option never returns on a file system that does not allow
 * new folders, such as /proc. Throws the error of the file system.
 */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path);
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  try {
    await mkdir(folder);
  } catch (error) {
    // `mkdir` also fails if another process created the folder a moment before, which is no error here.
    if (!(await isFolder(folder))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}
