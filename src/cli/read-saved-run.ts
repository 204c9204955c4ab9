import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { dateReaderFor, timeReaderFor } from "../data/csv/times.ts";
import { readRows } from "../data/csv/rows.ts";
import { LARGEST_FILE, nonFileKind, readFileBytes } from "../data/file-bytes.ts";
import { fileError, invalidFile } from "../data/file-error.ts";
import { OPTIONAL_NUMBERS, tableWithHeader } from "../data/importing/import-table.ts";
import { HindcastError } from "../primitives/errors.ts";
import { EQUITY_COLUMNS } from "../report/csv.ts";
import { formatDate } from "../time/instant.ts";
import { zoneOf } from "../time/zone.ts";

/** A saved result: its name, its file, and its fields as JSON values. */
export interface SavedRun {
  readonly name: string;
  readonly file: string;
  readonly members: Readonly<Record<string, unknown>>;
}

/** Name of the file with the equity curve of a saved result, in the folder of the result. */
export const EQUITY_FILE = "equity.csv";

/** Reads a folder written by `run --out`, or a result.json. Throws DATA_FILE_NOT_FOUND or DATA_FILE_INVALID. */
export async function readSavedRun(path: string): Promise<SavedRun> {
  const folder = (await stat(path).catch(() => undefined))?.isDirectory() === true;
  const file = folder ? join(path, "result.json") : path;
  const found = await stat(file).catch(() => undefined);
  const other = found === undefined ? undefined : nonFileKind(found);
  if (other !== undefined)
    throw new HindcastError("DATA_FILE_INVALID", `${file} must be the result of a run, was ${other}`, { file });
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    const message = error.code === "ENOENT" ? `result not found: ${file}` : `${file} cannot be read: ${error.code}`;
    throw new HindcastError("DATA_FILE_NOT_FOUND", message, { file });
  });
  try {
    const members = JSON.parse(text) as SavedRun["members"] | null;
    if (typeof members?.["strategy"] === "string" && typeof members["summary"] === "object")
      return { name: folder ? path : basename(file) === "result.json" ? dirname(file) : file, file, members };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new HindcastError("DATA_FILE_INVALID", `${file} is not a result.json of hindcast run`, {
    file,
  });
}

/** Reads the equity curves from the folder of a saved result. Throws DATA_FILE_NOT_FOUND or DATA_FILE_INVALID. */
export async function readCurves(result: string): Promise<SavedRun["members"]> {
  const file = join(dirname(result), EQUITY_FILE);
  const missing = (error: unknown) => {
    if (!(error instanceof HindcastError) || error.code !== "DATA_FILE_NOT_FOUND") throw error;
    const message = "is missing, but a comparison needs the equity curve: run the backtest again without --no-equity";
    throw fileError("DATA_FILE_NOT_FOUND", file, message);
  };
  const { text } = await readFileBytes(file, LARGEST_FILE).catch(missing);
  const table = tableWithHeader({ file, text });
  if (table.header.names.join(",") !== EQUITY_COLUMNS)
    throw invalidFile(file, `must have the columns ${EQUITY_COLUMNS}, has ${table.header.names.join(",")}`);
  const utc = zoneOf("UTC");
  const money = OPTIONAL_NUMBERS;
  const readers = [
    dateReaderFor("YYYY-MM-DD", utc),
    timeReaderFor([], utc, { file, column: "time" }),
    money,
    money,
    money,
  ];
  const rows = readRows(table, readers);
  const [date, time, equity, cash, buyAndHold] = rows.columns.map((column) =>
    Array.from(column.subarray(0, rows.length)),
  );
  return { equity: { time, date: date!.map(formatDate), equity, cash }, buyAndHold };
}
