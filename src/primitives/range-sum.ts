import type { Column } from "./column.ts";

/** Values per block. */
const BLOCK = 64;

/**
 * Sums any range of a column from the sums of blocks of 64 values and the values at both ends. Never subtracts, so small sums after large ones
 * keep all digits.
 */
export class RangeSum {
  readonly #values: Column;
  readonly #blocks: Column;

  constructor(values: Column) {
    this.#values = values;
    this.#blocks = new Float64Array(Math.floor(values.length / BLOCK));
    for (let b = 0; b < this.#blocks.length; b++) this.#blocks[b] = this.#scan(0, b * BLOCK, (b + 1) * BLOCK);
  }

  /** Returns the sum of the values from `from` up to but not including `to`; 0 for an empty range. */
  at(from: number, to: number): number {
    const first = Math.ceil(from / BLOCK);
    const last = Math.floor(to / BLOCK);
    if (first >= last) return this.#scan(0, from, to);
    let sum = this.#scan(0, from, first * BLOCK);
    for (let b = first; b < last; b++) sum += this.#blocks[b]!;
    return this.#scan(sum, last * BLOCK, to);
  }

  #scan(start: number, from: number, to: number): number {
    let sum = start;
    for (let i = from | 0; i < to; i++) sum += this.#values[i]!;
    return sum;
  }
}
