import type { Column } from "./column.ts";

/** Merges increasing columns into one increasing column without duplicates. */
export function sortedUnion(columns: readonly Column[]): Column {
  const all = new Float64Array(columns.reduce((sum, column) => sum + column.length, 0));
  let length = 0;
  for (const column of columns) {
    all.set(column, length);
    length += column.length;
  }
  if (columns.length > 1) all.sort();
  let kept = 0;
  for (let i = 0; i < length; i++) if (kept === 0 || all[i] !== all[kept - 1]) all[kept++] = all[i]!;
  return kept === length ? all : all.slice(0, kept);
}
