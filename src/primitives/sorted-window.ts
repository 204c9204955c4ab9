import { MISSING, missingColumn, growColumn, type Column } from "./column.ts";

/**
 * Values of a window, sorted. Replacing a value moves only the values between the old and the new position, which are few if the series
 * changes slowly.
 *
 * Its contents depend only on the values, not on the order of operations: -0 is stored as 0.
 */
export class SortedWindow {
  declare readonly period: number;
  declare sorted: Column;
  size = 0;

  constructor(period: number) {
    this.period = period;
    this.sorted = missingColumn(Math.min(period, 64));
  }

  /** Median: middle value, or mean of the two middle values if `period` is even; NaN until there are `period` values. */
  get median(): number {
    const half = this.period >> 1;
    if (this.size < this.period) return MISSING[0];
    return this.period % 2 === 1 ? this.sorted[half] : (this.sorted[half - 1] + this.sorted[half]) * 0.5;
  }

  clear(): void {
    this.size = 0;
  }

  /** Adds a value. The window holds at most `period` values. */
  add(value: number): void {
    if (this.size === this.sorted.length) this.sorted = growColumn(this.sorted, this.period);
    this.#insert(this.size, value + 0);
    this.size++;
  }

  /** Removes a value, which must be in the window. */
  remove(value: number): void {
    const { sorted } = this;
    this.size--;
    for (let i = this.#find(value); i < this.size; i++) sorted[i] = sorted[i + 1];
  }

  /** Replaces `old`, which must be in the window, by `value`. */
  replace(old: number, value: number): void {
    this.#insert(this.#find(old), value + 0);
  }

  /** Returns an index of `value`. */
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

  /** Shifts values so that the free slot `at` moves to the sorted position of `value`, and writes it there. */
  #insert(at: number, value: number): void {
    const { sorted, size } = this;
    let i = at;
    for (; i > 0 && sorted[i - 1] > value; i--) sorted[i] = sorted[i - 1];
    for (; i + 1 < size && sorted[i + 1] < value; i++) sorted[i] = sorted[i + 1];
    sorted[i] = value;
  }
}
