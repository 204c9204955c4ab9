import type { Column } from "./column.ts";

/** A middle with a band on each side, of one bar. */
export class Bands {
  upper = NaN;
  middle = NaN;
  lower = NaN;

  /** Lays the bands as far from the middle as the reach, and returns them. */
  set(middle: number, reach: number): this {
    this.upper = middle + reach;
    this.middle = middle;
    this.lower = middle - reach;
    return this;
  }
}

/** Lays bands around the middles from `start` to before `end`, so many ranges away; the ranges come in the place of the upper band. */
export function writeBands(
  multiplier: number,
  start: number,
  end: number,
  upper: Column,
  middle: Column,
  lower: Column,
): void {
  for (let i = start | 0; i < end; i++) {
    const reach = multiplier * upper[i];
    upper[i] = middle[i] + reach;
    lower[i] = middle[i] - reach;
  }
}
