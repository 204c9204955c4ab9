import { missingColumn, roomFor, type Column } from "./column.ts";

/**
 * The last `period` values side by side, for what has to look at each of them: they end before `end` in `block`. Where the room
 * of two windows is used up, the last one moves to its front.
 */
export class Window {
  readonly period: number;
  block: Column;
  end: number;

  constructor(period: number) {
    this.period = period;
    // As if missing values had come before, but only as many as there is room for at first: no window is full before its time.
    this.block = missingColumn(Math.min(2 * period, 64));
    this.end = 0;
  }

  /** Puts `value` behind the window without making it a part of it: the next value takes its place. */
  place(value: number): void {
    if (this.end === this.block.length) this.#makeRoom();
    this.block[this.end] = value;
  }

  /** Takes `value`. */
  push(value: number): void {
    this.place(value);
    this.end++;
  }

  #makeRoom(): void {
    const { block, period, end } = this;
    if (block.length < 2 * period) {
      this.block = roomFor(block, 2 * period);
      return;
    }
    block.copyWithin(0, end - period, end);
    this.end = period;
  }
}
