import { MISSING, type Column } from "../primitives/column.ts";
import { Delay } from "../primitives/delay.ts";
import * as param from "../primitives/param-kinds.ts";
import { SortedWindow } from "../primitives/sorted-window.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Moving median: the middle value of a window, with half of the values above and half below. A single spike, such as a bad
 * print, does not move it.
 *
 * - `period`: bars in the window; default 20. For an even period it is the mean of the two middle values.
 * - First value at index `period - 1`. A missing value gives NaN for every window that contains it.
 * - Time per bar grows with the period, since the window is kept sorted.
 *
 * @example
 * median(Float64Array.of(1, 2, 90, 3, 4), 3); // NaN, NaN, 2, 3, 4
 */
export const median = defineIndicator({
  name: "median",
  title: "Moving median",
  category: "statistic",
  inputs: ["source"],
  params: { period: param.integer({ default: 20, description: "number of bars in the window" }) },
  outputs: { value: { title: "Median", scale: { source: 1 } } },
  memory: "window",
  cost: "period",
  warmup: ({ period }) => period - 1,
  batch([source], { period }, [out]) {
    const window = new SortedWindow(period);
    const length = source.length;
    for (let start = 0; start < length; start += STRIP)
      writeMedians(source, window, start, stripEnd(start, length), out);
  },
  stream: ({ period }) => new MedianStream(period),
});

function writeMedians(source: Column, window: SortedWindow, start: number, end: number, out: Column): void {
  const { period } = window;
  for (let i = start | 0; i < end; i++) {
    const value = source[i];
    if (value - value !== 0) window.clear();
    else if (window.size === period) window.replace(source[i - period], value);
    else window.add(value);
    out[i] = window.median;
  }
}

class MedianStream extends Stream<number> {
  declare readonly window: SortedWindow;
  declare readonly before: Delay;

  constructor(period: number) {
    super();
    this.window = new SortedWindow(period);
    this.before = new Delay(period);
  }

  update(source: number): number {
    const old = this.before.update(source);
    const { window } = this;
    if (source - source !== 0) window.clear();
    else if (window.size === window.period) window.replace(old, source);
    else window.add(source);
    return window.median;
  }

  override peek(source: number): number {
    const { window } = this;
    if (source - source !== 0 || window.size < window.period - 1) return MISSING[0];
    const old = this.before.peek(source);
    const full = window.size === window.period;
    if (full) window.replace(old, source);
    else window.add(source);
    const value = window.median;
    if (full) window.replace(source, old);
    else window.remove(source);
    return value;
  }
}
