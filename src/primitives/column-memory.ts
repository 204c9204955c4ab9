import type { Column } from "./column.ts";

/** Where the tables of a run take their memory from. */
export interface ColumnMemory {
  /** A column of zeros. */
  zeros(length: number): Column;
}

/** Memory that nobody had before: what it gives may be kept for ever. */
export const freshMemory: ColumnMemory = Object.freeze({ zeros: (length: number) => new Float64Array(length) });

/** Columns of one length: those that are lent come first. */
interface ColumnGroup {
  readonly columns: Column[];
  used: number;
}

/**
 * Memory that is lent again and again. Of the thousands of runs of a sweep each needs the same columns and leaves nothing but a row of
 * numbers; asking for new ones takes longer than filling them.
 */
export class ReusableMemory implements ColumnMemory {
  readonly #shelves = new Map<number, ColumnGroup>();

  zeros(length: number): Column {
    let shelf = this.#shelves.get(length);
    if (shelf === undefined) this.#shelves.set(length, (shelf = { columns: [], used: 0 }));
    const { columns } = shelf;
    if (shelf.used === columns.length) columns.push(new Float64Array(length));
    else columns[shelf.used]!.fill(0);
    return columns[shelf.used++]!;
  }

  /** Takes everything back: whoever still holds a column will see it change. */
  reclaim(): void {
    for (const shelf of this.#shelves.values()) shelf.used = 0;
  }
}
