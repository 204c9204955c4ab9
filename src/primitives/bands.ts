import type { Column } from "./column.ts";

/** Middle, upper and lower band of one bar. */
export class Bands {
  upper = NaN;
  middle = NaN;
  lower = NaN;

  /** Sets the bands at a distance from the middle, and returns them. */
  set(middle: number, distance: number): this {
    this.upper = middle + distance;
    this.middle = middle;
    this.lower = middle - distance;
    return this;
  }
}

/** Writes bands around the middles from `start` up to but not including `end`. On entry, `upper` contains the unmultiplied distances. */
export function writeBands(
  multiplier: number,
  start: number,
  end: number,
  upper: Column,
  middle: Column,
  lower: Column,
): void {
  for (let i = start | 0; i < end; i++) {
    const distance = multiplier * upper[i];
    upper[i] = middle[i] + distance;
    lower[i] = middle[i] - distance;
  }
}
