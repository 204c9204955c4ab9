import { missingColumn, growColumn, type Column } from "./column.ts";

/** What a series was a number of bars ago, fed value by value; NaN until there are so many. A distance of 0 is the value itself. */
export class Delay {
  declare readonly distance: number;
  /** The last values, the oldest of them at `at` once the ring is full. */
  declare ring: Column;
  at = 0;

  constructor(distance: number) {
    this.distance = distance;
    this.ring = missingColumn(Math.max(1, Math.min(distance, 64)));
  }

  /** The value `distance` bars before the one to come, which would be `value`. */
  peek(value: number): number {
    return this.distance === 0 ? value : this.ring[this.at];
  }

  /** Takes `value` and returns the one that came `distance` bars before it. */
  update(value: number): number {
    const { at, ring } = this;
    const before = ring[at];
    ring[at] = value;
    this.at = at + 1;
    if (at + 1 === ring.length) this.#turn();
    return this.distance === 0 ? value : before;
  }

  #turn(): void {
    if (this.ring.length < this.distance) this.ring = growColumn(this.ring, this.distance);
    else this.at = 0;
  }
}
