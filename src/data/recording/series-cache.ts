import { join } from "node:path";
import { type Column, concatColumns, sharedColumn } from "../../primitives/column.ts";
import { decodeArrow, type NamedColumns } from "./arrow-file.ts";
import type { RecordedFile } from "./manifest.ts";
import { readVerified } from "./read-file.ts";
import { invalidRecording } from "../file-error.ts";
import type { SeriesKind } from "./series-kinds.ts";
import { rangeOf } from "./selection.ts";

/** Consecutive files of a series that are in memory, with their joined columns. */
interface LoadedFiles {
  readonly start: number;
  readonly end: number;
  readonly shared: boolean;
  readonly columns: NamedColumns;
}

/** Reads the files of one series, in order of time, and keeps their columns in memory. */
export class SeriesCache<Recorded> {
  readonly #folder: string;
  readonly #files: readonly RecordedFile[];
  readonly #kind: SeriesKind<Recorded>;
  #loaded: Promise<LoadedFiles> | undefined;

  constructor(folder: string, files: readonly RecordedFile[], kind: SeriesKind<Recorded>) {
    this.#folder = folder;
    this.#files = files;
    this.#kind = kind;
  }

  /** First file of the series, whose entry has the symbol and interval of the series. */
  get firstFile(): RecordedFile {
    return this.#files[0]!;
  }

  /**
   * Returns the data from `from` up to but not including `to`. Only files in the range are read. Loaded files are not read again, except when
   * shared columns are first requested.
   */
  async read(from: number, to: number, shared: boolean): Promise<Recorded> {
    const { start, end } = this.#overlapping(from, to);
    let loaded = await this.#loaded;
    if (loaded === undefined || start < loaded.start || end > loaded.end || (shared && !loaded.shared)) {
      const reading = this.#readFiles(start, end, shared || loaded?.shared === true);
      loaded = await reading;
      this.#loaded = reading;
    }
    const { columns } = loaded;
    const range = rangeOf(columns["time"]!, from, to);
    const rows = Object.entries(columns).map(
      ([name, column]) => [name, column.subarray(range.start, range.end)] as const,
    );
    return this.#kind.make(this.firstFile, Object.fromEntries(rows));
  }

  /** Reads and checks all files without keeping them. */
  async verify(): Promise<void> {
    await this.#readFiles(0, this.#files.length, false);
  }

  async #readFiles(start: number, end: number, shared: boolean): Promise<LoadedFiles> {
    const files = this.#files.slice(start, end);
    const columns = await readJoinedColumns(this.#folder, files, this.#kind, shared);
    this.#kind.check(join(this.#folder, files[0]!.file), this.#kind.make(this.firstFile, columns));
    return { start, end, shared, columns };
  }

  /** Returns the range of files that overlap the times; at least one file, so that a range without rows still has columns. */
  #overlapping(from: number, to: number): { readonly start: number; readonly end: number } {
    const files = this.#files;
    let start = 0;
    while (start < files.length - 1 && (files[start]!.last ?? -Infinity) < from) start++;
    let end = files.length;
    while (end > start + 1 && (files[end - 1]!.first ?? Infinity) >= to) end--;
    return { start, end };
  }
}

/** Names of the columns that every file of a series must have, and of optional columns, which all files or none have. */
type ColumnNames = Pick<SeriesKind<unknown>, "names" | "optional" | "hasOwnColumns">;

/**
 * Reads consecutive files and joins their columns. The columns of a single file share its bytes; joined or shared columns are copied once.
 * Throws `RECORDING_DAMAGED` and `RECORDING_INVALID`.
 */
async function readJoinedColumns(
  folder: string,
  files: readonly RecordedFile[],
  kind: ColumnNames,
  shared: boolean,
): Promise<NamedColumns> {
  const parts = await Promise.all(files.map((file) => readRecordedFile(folder, file, kind)));
  const [first] = parts;
  const columnNames = Object.keys(first!);
  for (const [at, part] of parts.entries()) {
    const differs = [...columnNames, ...Object.keys(part)].find(
      (name) => Object.hasOwn(first!, name) !== Object.hasOwn(part, name),
    );
    if (differs === undefined) continue;
    const path = join(folder, files[at]!.file);
    throw invalidRecording(path, `must have or lack the column ${differs}, like ${files[0]!.file}`, {
      column: differs,
    });
  }
  if (parts.length === 1 && !shared) return first!;
  const memory = shared ? sharedColumn : undefined;
  const joinedColumn = (name: string): Column =>
    concatColumns(
      parts.map((part) => part[name]!),
      memory,
    );
  return Object.fromEntries(columnNames.map((name) => [name, joinedColumn(name)]));
}

async function readRecordedFile(
  folder: string,
  file: RecordedFile,
  { names, optional, hasOwnColumns }: ColumnNames,
): Promise<NamedColumns> {
  const path = join(folder, file.file);
  const columns = decodeArrow(path, await readVerified(path, file.bytes, file.sha256), names, optional, hasOwnColumns);
  const time = columns["time"]!;
  const found = { rows: time.length, first: time[0] ?? null, last: time.at(-1) ?? null };
  for (const member of ["rows", "first", "last"] as const) {
    if (found[member] === file[member]) continue;
    throw invalidRecording(path, `must have ${member} ${file[member]}, as the manifest says, has ${found[member]}`, {
      member,
      was: found[member],
    });
  }
  return columns;
}
