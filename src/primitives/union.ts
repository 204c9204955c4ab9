import type { Column } from "./column.ts";

/** The values of rising columns in one, each once. */
export function union(columns: readonly Column[]): Column {
  const all = new Float64Array(columns.reduce((sum, column) => sum + column.length, 0));
  let length = 0;
  for (const column of columns) {
    all.set(column, length);
    length += column.length;
  }
  if (columns.length > 1) all.sort();
  return all.filter((value, i) => i === 0 || value !== all[i - 1]!);
}
