import type { NamedColumns } from "./arrow-file.ts";
import type { FileKind, RecordedFile } from "./manifest.ts";

/** One kind of columns that are recorded for a symbol: what they are called, what they must keep, and what they are in memory. */
export interface SeriesKind<Recorded> {
  readonly kind: FileKind;
  /** Columns that every file has. */
  readonly names: readonly string[];
  /** Columns that all files of a series have, or none. */
  readonly optional: readonly string[];
  /** The columns of what was recorded, by name. */
  readonly columns: (recorded: Recorded) => NamedColumns;
  /** What columns are, once read; `file` is the first of their files. */
  readonly make: (file: RecordedFile, columns: NamedColumns) => Recorded;
  /** Refuses what breaks the rules of the kind; `path` is how errors call it. */
  readonly check: (path: string, recorded: Recorded) => void;
}

/** The columns of these names, of what has them. */
export function picked<Name extends string>(
  from: Readonly<Record<Name, Float64Array>>,
  names: readonly Name[],
): NamedColumns {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}
