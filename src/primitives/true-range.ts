import type { Column } from "./column.ts";
import { param } from "./param.ts";
import { STRIP, stripEnd } from "./strips.ts";

/** What the true range of a bar without a close before it is: none, or the height of the bar. */
export type FirstTrueRange = "none" | "highLow";

/** The parameter by which an indicator lets its user choose that. */
export const firstTr = param.choice(["none", "highLow"], {
  default: "none",
  description: "true range of a bar without a close before it: none, or high less low",
});

/** Where prices lie while one of them is picked, as in the running extremes; nothing stays in it. */
const pick = new Float64Array(3);

/** From the lower of `low` and `previous` to the higher of `high` and `previous`, without a branch; a missing `previous` is left out. */
export function rangeWithPrevious(high: number, low: number, previous: number): number {
  pick[0] = high;
  pick[1] = previous;
  pick[2] = low;
  return pick[Number(previous > high)] - pick[2 - Number(previous < low)];
}

/**
 * True range of each bar: its height together with the gap from the close before it,
 * `max(high - low, |high - previous close|, |low - previous close|)`.
 *
 * A window of two bars: the first bar has none, and neither has a missing bar nor the one after it. With `highLow` a bar
 * without a close before it takes its height: the first one, and the one after a missing bar.
 */
export function trueRange(high: Column, low: Column, close: Column, out: Column, first: FirstTrueRange = "none"): void {
  const range = new TrueRange(first);
  const length = close.length;
  for (let start = 0; start < length; start += STRIP)
    range.batch(high, low, close, start, stripEnd(start, length), out);
}

/** The same fed bar by bar. */
export class TrueRange {
  declare readonly highLow: boolean;
  /** The close before, NaN where there is none. */
  previous = NaN;

  constructor(first: FirstTrueRange = "none") {
    this.highLow = first === "highLow";
  }

  /** The true range that this bar would have. */
  peek(high: number, low: number, close: number): number {
    const bar = high - low + close;
    const gap = bar - bar;
    return rangeWithPrevious(high, low, this.previous) + (this.highLow ? gap : gap + (this.previous - this.previous));
  }

  /** Takes a bar and returns its true range, NaN where it has none. */
  update(high: number, low: number, close: number): number {
    const { previous } = this;
    const bar = high - low + close;
    const gap = bar - bar;
    this.previous = close + gap;
    return rangeWithPrevious(high, low, previous) + (this.highLow ? gap : gap + (previous - previous));
  }

  /** Takes the bars from `start` to before `end` and writes their true ranges: `update` in one loop. */
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
