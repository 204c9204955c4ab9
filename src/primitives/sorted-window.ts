import { MISSING, missingColumn, growColumn, type Column } from "./column.ts";

/**
 * The values of a window in order of size. A value that leaves makes room for the one that comes, and only those between the two
 * places move: few where a series moves little from bar to bar.
 *
 * What lies in it depends on its values alone, not on the order in which they came: zeros have one sign.
 */
export class SortedWindow {
  declare readonly period: number;
  declare sorted: Column;
  size = 0;

  constructor(period: number) {
    this.period = period;
    this.sorted = missingColumn(Math.min(period, 64));
  }

  /** The value in the middle, the mean of the two there where `period` is even; NaN while there are not `period` values. */
  get median(): number {
    const half = this.period >> 1;
    if (this.size < this.period) return MISSING[0];
    return this.period % 2 === 1 ? this.sorted[half] : (this.sorted[half - 1] + this.sorted[half]) * 0.5;
  }

  clear(): void {
    this.size = 0;
  }

  /** Takes one more value, of at most `period`. */
  add(value: number): void {
    if (this.size === this.sorted.length) this.sorted = growColumn(this.sorted, this.period);
    this.#settle(this.size, value + 0);
    this.size++;
  }

  /** Lets go of a value that is in the window. */
  remove(value: number): void {
    const { sorted } = this;
    this.size--;
    for (let i = this.#find(value); i < this.size; i++) sorted[i] = sorted[i + 1];
  }

  /** Takes `value` for `old`, which is in the window. */
  replace(old: number, value: number): void {
    this.#settle(this.#find(old), value + 0);
  }

  /** A place at which `value` lies. */
  #find(value: number): number {
    const { sorted } = this;
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle] < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Moves the free place `at` to where `value` belongs, and puts it there. */
  #settle(at: number, value: number): void {
    const { sorted, size } = this;
    let i = at;
    for (; i > 0 && sorted[i - 1] > value; i--) sorted[i] = sorted[i - 1];
    for (; i + 1 < size && sorted[i + 1] < value; i++) sorted[i] = sorted[i + 1];
    sorted[i] = value;
  }
}
