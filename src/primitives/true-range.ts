import type { Column } from "./column.ts";
import { param } from "./param.ts";
import { STRIP, stripEnd } from "./strips.ts";

/** True range of a bar without a previous close: none, or high minus low. */
export type FirstTrueRange = "none" | "highLow";

/** The parameter `firstTr` of indicators, which chooses the true range of a bar without a previous close. */
export const firstTr = param.choice(["none", "highLow"], {
  default: "none",
  description: "true range of a bar without a previous close: none, or high minus low",
});

/** Scratch memory to select one of several prices without a branch. */
const pick = new Float64Array(3);

/** Returns max(`high`, `previous`) − min(`low`, `previous`), without branches. A missing `previous` is ignored. */
export function rangeWithPrevious(high: number, low: number, previous: number): number {
  pick[0] = high;
  pick[1] = previous;
  pick[2] = low;
  return pick[Number(previous > high)] - pick[2 - Number(previous < low)];
}

/**
 * Writes the true range of each bar: `max(high - low, |high - previous close|, |low - previous close|)`.
 *
 * NaN for the first bar, a missing bar, and the bar after a missing one. With `highLow`, a bar without a previous close has the range high
 * minus low.
 */
export function trueRange(high: Column, low: Column, close: Column, out: Column, first: FirstTrueRange = "none"): void {
  const range = new TrueRange(first);
  const length = close.length;
  for (let start = 0; start < length; start += STRIP)
    range.batch(high, low, close, start, stripEnd(start, length), out);
}

/** Streaming form of `trueRange`. */
export class TrueRange {
  declare readonly highLow: boolean;
  /** Previous close; NaN if there is none. */
  previous = NaN;

  constructor(first: FirstTrueRange = "none") {
    this.highLow = first === "highLow";
  }

  /** Returns the true range of a bar, without changing the state. */
  peek(high: number, low: number, close: number): number {
    const bar = high - low + close;
    const gap = bar - bar;
    return rangeWithPrevious(high, low, this.previous) + (this.highLow ? gap : gap + (this.previous - this.previous));
  }

  /** Adds a bar and returns its true range; NaN if the bar has no true range. */
  update(high: number, low: number, close: number): number {
    const { previous } = this;
    const bar = high - low + close;
    const gap = bar - bar;
    this.previous = close + gap;
    return rangeWithPrevious(high, low, previous) + (this.highLow ? gap : gap + (previous - previous));
  }

  /** Writes the true ranges of bars from `start` up to but not including `end`, as `update` does, in one loop. */
  batch(high: Column, low: Column, close: Column, start: number, end: number, out: Column): void {
    const highLow = this.highLow;
    let previous = this.previous;
    for (let i = start | 0; i < end; i++) {
      const up = high[i];
      const down = low[i];
      const last = close[i];
      const bar = up - down + last;
      const gap = bar - bar;
      out[i] = rangeWithPrevious(up, down, previous) + (highLow ? gap : gap + (previous - previous));
      previous = last + gap;
    }
    this.previous = previous;
  }
}
