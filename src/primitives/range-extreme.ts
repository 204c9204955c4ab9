import type { Column } from "./column.ts";

/** Values per block. */
const BLOCK = 32;

/**
 * Finds the highest (`sign` 1) or lowest (`sign` -1) value of any range of a column without reading all of it.
 *
 * Stores the index of the best value of each block of 32, and of each run of 2, 4, 8 … blocks (a sparse table). A range is covered by two
 * runs, which may overlap, and partial blocks at both ends. The column must contain finite numbers.
 */
export class RangeExtreme {
  readonly #values: Column;
  readonly #sign: 1 | -1;
  /** For each level and block: the index of the best value among the 2^level blocks that start with this block. */
  readonly #levels: Int32Array[] = [];

  constructor(values: Column, sign: 1 | -1) {
    this.#values = values;
    this.#sign = sign;
    const blocks = Math.floor(values.length / BLOCK);
    const bests = new Int32Array(blocks);
    for (let b = 0; b < blocks; b++) bests[b] = this.#scan(b * BLOCK, b * BLOCK, (b + 1) * BLOCK);
    this.#levels.push(bests);
    for (let reach = 1; reach * 2 <= blocks; reach *= 2) {
      const below = this.#levels.at(-1)!;
      const level = new Int32Array(blocks - reach * 2 + 1);
      for (let b = 0; b < level.length; b++) level[b] = this.#better(below[b]!, below[b + reach]!);
      this.#levels.push(level);
    }
  }

  /** Returns the index of the best value from `from` up to but not including `to`, the first of equal ones; -1 for an empty range. */
  at(from: number, to: number): number {
    if (from >= to) return -1;
    const first = Math.ceil(from / BLOCK);
    const last = Math.floor(to / BLOCK);
    if (first >= last) return this.#scan(from, from, to);
    const level = 31 - Math.clz32(last - first);
    const bests = this.#levels[level]!;
    const best = this.#scan(from, from, first * BLOCK);
    const inside = this.#better(bests[first]!, bests[last - (1 << level)]!);
    return this.#scan(this.#better(best, inside), last * BLOCK, to);
  }

  #scan(best: number, from: number, to: number): number {
    const values = this.#values;
    const sign = this.#sign;
    let place = best;
    let value = values[place]! * sign;
    for (let i = from | 0; i < to; i++) {
      const other = values[i]! * sign;
      if (other > value) {
        value = other;
        place = i;
      }
    }
    return place;
  }

  /** Returns the better of two indexes; the earlier one if their values are equal. */
  #better(a: number, b: number): number {
    const first = this.#values[a]! * this.#sign;
    const second = this.#values[b]! * this.#sign;
    if (first === second) return Math.min(a, b);
    return second > first ? b : a;
  }
}
