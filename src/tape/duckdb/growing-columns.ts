import type { Column } from "../../primitives/column.ts";

/** Columns of one length that grow as pieces of them come in. */
export class GrowingColumns {
  #columns: Column[];
  #length = 0;

  constructor(count: number, capacity: number) {
    this.#columns = Array.from({ length: count }, () => new Float64Array(capacity));
  }

  add(pieces: readonly Column[]): void {
    const rows = pieces[0]!.length;
    const capacity = this.#columns[0]!.length;
    if (this.#length + rows > capacity) this.#grow(Math.max(2 * capacity, this.#length + rows));
    for (const [i, piece] of pieces.entries()) this.#columns[i]!.set(piece, this.#length);
    this.#length += rows;
  }

  /** The columns so far, over memory that may be longer. */
  get columns(): Column[] {
    return this.#columns.map((column) => column.subarray(0, this.#length));
  }

  #grow(capacity: number): void {
    this.#columns = this.#columns.map((column) => {
      const larger = new Float64Array(capacity);
      larger.set(column.subarray(0, this.#length));
      return larger;
    });
  }
}
