import { join } from "node:path";
import type { NamedColumns } from "./arrow-file.ts";
import type { RecordedFile } from "./manifest.ts";
import { readColumns } from "./read-columns.ts";
import type { SeriesKind } from "./series-kind.ts";
import { rangeOf } from "./time-range.ts";

/** Files in a row that were read, and their columns. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly shared: boolean;
  readonly columns: NamedColumns;
}

/** The files of one symbol's series in the order of time, and those columns of them that are in memory. */
export class SeriesCache<Recorded> {
  readonly #folder: string;
  readonly #files: readonly RecordedFile[];
  readonly #kind: SeriesKind<Recorded>;
  #stretch: Promise<Stretch> | undefined;

  constructor(folder: string, files: readonly RecordedFile[], kind: SeriesKind<Recorded>) {
    this.#folder = folder;
    this.#files = files;
    this.#kind = kind;
  }

  /** Whose it is, and how long its bars are. */
  get of(): RecordedFile {
    return this.#files[0]!;
  }

  /**
   * What was recorded from `from` up to but not including `to`. Files that hold none of it are not read, and what was read and checked
   * once is not read again, unless it is asked for as shared for the first time.
   */
  async read(from: number, to: number, shared: boolean): Promise<Recorded> {
    const { start, end } = this.#overlapping(from, to);
    let stretch = await this.#stretch;
    if (stretch === undefined || start < stretch.start || end > stretch.end || (shared && !stretch.shared)) {
      const reading = this.#readFiles(start, end, shared || stretch?.shared === true);
      stretch = await reading;
      this.#stretch = reading;
    }
    const { columns } = stretch;
    const range = rangeOf(columns["time"]!, from, to);
    const rows = Object.entries(columns).map(
      ([name, column]) => [name, column.subarray(range.start, range.end)] as const,
    );
    return this.#kind.make(this.of, Object.fromEntries(rows));
  }

  /** Reads and checks all files, and keeps nothing. */
  async verify(): Promise<void> {
    await this.#readFiles(0, this.#files.length, false);
  }

  async #readFiles(start: number, end: number, shared: boolean): Promise<Stretch> {
    const files = this.#files.slice(start, end);
    const columns = await readColumns(this.#folder, files, this.#kind, shared);
    this.#kind.check(join(this.#folder, files[0]!.file), this.#kind.make(this.of, columns));
    return { start, end, shared, columns };
  }

  /** At least one file, so that a stretch without rows has columns all the same. */
  #overlapping(from: number, to: number): { readonly start: number; readonly end: number } {
    const files = this.#files;
    let start = 0;
    while (start < files.length - 1 && (files[start]!.last ?? -Infinity) < from) start++;
    let end = files.length;
    while (end > start + 1 && (files[end - 1]!.first ?? Infinity) >= to) end--;
    return { start, end };
  }
}
