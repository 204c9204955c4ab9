import type { ImportFile } from "./importer.ts";

/** Tells what is wrong with a row of a file: the field, a word to count by, what must hold and what it was. */
export function refuseRow(
  { file, refusals }: ImportFile,
  line: number,
  [field, reason, message]: readonly [field: string, reason: string, message: string],
  place = "line",
): void {
  refusals.row({ file, line, field, reason, message: `${file}, ${place} ${line}: ${message}` });
}
