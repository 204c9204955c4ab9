import { join } from "node:path";
import type { Column } from "../../primitives/column.ts";
import { decodeArrow, type NamedColumns } from "./arrow-file.ts";
import type { RecordedFile } from "./manifest.ts";
import { readVerified } from "./read-file.ts";
import { recordingError } from "./recording-error.ts";

/** Columns that every file of a series must have, and those that all may have or none. */
export interface ColumnNames {
  readonly names: readonly string[];
  readonly optional: readonly string[];
}

/**
 * The columns of files that follow each other, as one. Of a single file they lie over its bytes; several, and `shared` ones, are copied once.
 * Throws RECORDING_DAMAGED, RECORDING_INVALID.
 */
export async function readColumns(
  folder: string,
  files: readonly RecordedFile[],
  { names, optional }: ColumnNames,
  shared: boolean,
): Promise<NamedColumns> {
  const parts = await Promise.all(files.map((file) => readOne(folder, file, names, optional)));
  const [first] = parts;
  const present = Object.keys(first!);
  for (const [at, part] of parts.entries()) {
    const differs = optional.find((name) => present.includes(name) !== Object.hasOwn(part, name));
    if (differs === undefined) continue;
    const path = join(folder, files[at]!.file);
    throw recordingError(
      "RECORDING_INVALID",
      path,
      `must have a column ${differs} where ${files[0]!.file} has one, and only there`,
      {
        column: differs,
      },
    );
  }
  if (parts.length === 1 && !shared) return first!;
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  return Object.fromEntries(present.map((name) => [name, joined(parts, name, rows, shared)]));
}

function joined(parts: readonly NamedColumns[], name: string, rows: number, shared: boolean): Column {
  const whole = shared ? new Float64Array(new SharedArrayBuffer(8 * rows)) : new Float64Array(rows);
  let row = 0;
  for (const part of parts) {
    whole.set(part[name]!, row);
    row += part[name]!.length;
  }
  return whole;
}

async function readOne(
  folder: string,
  file: RecordedFile,
  names: readonly string[],
  optional: readonly string[],
): Promise<NamedColumns> {
  const path = join(folder, file.file);
  const columns = decodeArrow(path, await readVerified(path, file.bytes, file.sha256), names, optional);
  const time = columns["time"]!;
  const found = { rows: time.length, first: time[0] ?? null, last: time.at(-1) ?? null };
  for (const member of ["rows", "first", "last"] as const) {
    if (found[member] === file[member]) continue;
    throw recordingError(
      "RECORDING_INVALID",
      path,
      `must have ${member} ${file[member]}, as the manifest says, has ${found[member]}`,
      {
        member,
        was: found[member],
      },
    );
  }
  return columns;
}
