import type { Column } from "../../primitives/column.ts";

/** Columns of one length by name. */
export type Table<K extends string> = Readonly<Record<K, Column>>;

/** A column by which rows are ordered and known, rising (1) or falling (-1). */
export type Key<K extends string> = readonly [name: K, direction: 1 | -1];

/** Two rows of one key that say different things. */
export interface Conflict {
  /** The row in the table that was added. */
  readonly row: number;
  readonly field: string;
  readonly before: number;
  readonly added: number;
}

export interface Joined<K extends string> {
  readonly columns: Table<K>;
  /** How many rows there were not before. */
  readonly added: number;
  readonly conflicts: readonly Conflict[];
}

/** Joins the rows of two tables, each in the order of the keys. Rows of one key are one row, and must be equal in every column. */
export function joinTables<K extends string>(
  before: Table<K>,
  added: Table<K>,
  names: readonly K[],
  keys: readonly Key<K>[],
): Joined<K> {
  const [n, m] = [before[keys[0]![0]].length, added[keys[0]![0]].length];
  const columns = Object.fromEntries(names.map((name) => [name, new Float64Array(n + m)])) as Record<K, Float64Array>;
  const conflicts: Conflict[] = [];
  let length = 0;
  let i = 0;
  let j = 0;
  while (i < n || j < m) {
    const step = i === n ? 1 : j === m ? -1 : compare(before, i, added, j, keys);
    const [from, row] = step <= 0 ? [before, i] : [added, j];
    if (step === 0) {
      const field = names.find((name) => !isSame(before[name][i]!, added[name][j]!));
      if (field !== undefined) conflicts.push({ row: j, field, before: before[field][i]!, added: added[field][j]! });
    }
    for (const name of names) columns[name][length] = from[name][row]!;
    length++;
    if (step <= 0) i++;
    if (step >= 0) j++;
  }
  const exact = Object.fromEntries(names.map((name) => [name, columns[name].subarray(0, length)])) as Table<K>;
  return { columns: exact, added: length - n, conflicts };
}

function compare<K extends string>(a: Table<K>, i: number, b: Table<K>, j: number, keys: readonly Key<K>[]): number {
  for (const [name, direction] of keys) {
    const difference = (a[name][i]! - b[name][j]!) * direction;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Equal numbers, or both not known. */
function isSame(a: number, b: number): boolean {
  return a === b || (a !== a && b !== b);
}
