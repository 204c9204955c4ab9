import type { Column } from "./column.ts";

/** Allocates the memory for the tables of a run. */
export interface ColumnMemory {
  /** Returns a column of zeros. */
  zeros(length: number): Column;
}

/** Allocates new memory for each column. */
export const freshMemory: ColumnMemory = Object.freeze({ zeros: (length: number) => new Float64Array(length) });

/** All columns of one length, of which the first `used` are in use. */
interface ColumnGroup {
  readonly columns: Column[];
  used: number;
}

/**
 * Memory that is reused by consecutive runs. The runs of a sweep need columns of the same lengths and keep none of them. Allocating new
 * columns would take longer than filling them.
 */
export class ReusableMemory implements ColumnMemory {
  readonly #groups = new Map<number, ColumnGroup>();

  zeros(length: number): Column {
    let group = this.#groups.get(length);
    if (group === undefined) this.#groups.set(length, (group = { columns: [], used: 0 }));
    const { columns } = group;
    if (group.used === columns.length) columns.push(new Float64Array(length));
    else columns[group.used]!.fill(0);
    return columns[group.used++]!;
  }

  /** Makes all columns available again. Their contents change when they are reused. */
  reclaim(): void {
    for (const group of this.#groups.values()) group.used = 0;
  }
}
