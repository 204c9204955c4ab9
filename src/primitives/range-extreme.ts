import type { Column } from "./column.ts";

/** Places of a column that are judged together. */
const BLOCK = 32;

/**
 * Finds the highest (`sign` 1) or lowest (`sign` -1) value of any stretch of a column without reading all of it.
 *
 * The best place of each block of 32 is kept, and above the blocks the best of 2, 4, 8 … of them in a row, so that a stretch is two such
 * runs, which may overlap, and the rest of a block at either end. The column holds finite numbers.
 */
export class RangeExtreme {
  readonly #values: Column;
  readonly #sign: 1 | -1;
  /** Of each level, place of the best in 2^level blocks from each block on. */
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

  /** Place of the best of the values from `from` to before `to`, the first of equal ones; -1 where there are none. */
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

  /** Of two places the better, the earlier where both are as good. */
  #better(a: number, b: number): number {
    const first = this.#values[a]! * this.#sign;
    const second = this.#values[b]! * this.#sign;
    if (first === second) return Math.min(a, b);
    return second > first ? b : a;
  }
}
