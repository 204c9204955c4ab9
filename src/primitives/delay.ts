import { missingColumn, growColumn, type Column } from "./column.ts";

/** Value of a series `distance` bars ago, updated value by value; NaN until there are enough values. With distance 0, the value itself. */
export class Delay {
  declare readonly distance: number;
  /** Ring buffer of the last values. Once it is full, the oldest value is at index `at`. */
  declare ring: Column;
  at = 0;

  constructor(distance: number) {
    this.distance = distance;
    this.ring = missingColumn(Math.max(1, Math.min(distance, 64)));
  }

  /** Returns the result of `update(value)`, without changing the state. */
  peek(value: number): number {
    return this.distance === 0 ? value : this.ring[this.at];
  }

  /** Adds a value and returns the value `distance` bars before it. */
  update(value: number): number {
    const { at, ring } = this;
    const before = ring[at];
    ring[at] = value;
    this.at = at + 1;
    if (at + 1 === ring.length) this.#wrap();
    return this.distance === 0 ? value : before;
  }

  #wrap(): void {
    if (this.ring.length < this.distance) this.ring = growColumn(this.ring, this.distance);
    else this.at = 0;
  }
}
