import { missingColumn, growColumn, type Column } from "./column.ts";

/** Room at first. Short windows move seldom in it, long ones do not take all theirs before they are full. */
const ROOM = 64;

/**
 * The last `period` values side by side, for what has to look at each of them: they end before `end` in `block`. Where its room
 * is used up, that of two windows at least, the last one moves to its front.
 */
export class Window {
  declare readonly period: number;
  declare block: Column;
  declare end: number;

  constructor(period: number) {
    this.period = period;
    // As if missing values had come before, but only as many as there is room for at first: no window is full before its time.
    this.block = missingColumn(ROOM);
    this.end = 0;
  }

  /** Puts `value` behind the window without making it a part of it: the next value takes its place. */
  setNext(value: number): void {
    if (this.end === this.block.length) this.#makeRoom();
    this.block[this.end] = value;
  }

  /** Takes `value`. */
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
