import { missingColumn, growColumn, type Column } from "./column.ts";

/** Initial capacity in values. It holds short windows several times over, and long windows grow as values arrive. */
const INITIAL_CAPACITY = 64;

/**
 * The last `period` values in contiguous memory: those before index `end` of `block`. If the memory is full, it grows to two windows; later the
 * last window is moved to its start.
 */
export class Window {
  declare readonly period: number;
  declare block: Column;
  declare end: number;

  constructor(period: number) {
    this.period = period;
    // The memory is filled with NaN, so that results are NaN until the window is full.
    this.block = missingColumn(INITIAL_CAPACITY);
    this.end = 0;
  }

  /** Writes `value` after the window without adding it. The next value overwrites it. */
  setNext(value: number): void {
    if (this.end === this.block.length) this.#makeRoom();
    this.block[this.end] = value;
  }

  /** Adds a value. */
  push(value: number): void {
    this.setNext(value);
    this.end = (this.end + 1) | 0;
  }

  #makeRoom(): void {
    const { block, period, end } = this;
    if (block.length < 2 * period) {
      this.block = growColumn(block, 2 * period);
      return;
    }
    block.copyWithin(0, end - period, end);
    this.end = period;
  }
}
