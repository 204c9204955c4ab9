import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileError } from "../csv/file-error.ts";
import type { Database } from "./database.ts";

/**
 * The Parquet files that a text means, in the order of their names: a file, all files `*.parquet` in a folder and the folders below it, or
 * those that a pattern such as `bars/*.parquet` matches. Throws DATA_FILE_NOT_FOUND.
 */
export async function parquetFiles(database: Database, place: string): Promise<readonly string[]> {
  const files = await filesOf(database, place);
  if (files.length > 0) return files.toSorted();
  throw fileError(
    "DATA_FILE_NOT_FOUND",
    place,
    "must be a Parquet file, a folder of them or a pattern, none was found",
  );
}

async function filesOf(database: Database, place: string): Promise<readonly string[]> {
  const found = await stat(place).catch(() => undefined);
  if (found?.isFile()) return [place];
  if (found?.isDirectory()) {
    const names = await readdir(place, { recursive: true });
    return names.filter((name) => name.endsWith(".parquet")).map((name) => join(place, name));
  }
  if (!/[*?[]/.test(place)) return [];
  return (await database.rows({ sql: "SELECT file FROM glob($place)", values: { place } })).map(([file]) =>
    String(file),
  );
}
