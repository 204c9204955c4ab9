import { BlockExcess, blockExcess } from "../primitives/block-excess.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import { finite as finiteOf } from "../primitives/numbers.ts";
import { NOISE } from "../primitives/noise.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { Window } from "../primitives/window.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

/**
 * Commodity channel index: the distance of the typical price from its average, in units of its usual distance. The
 * constant is chosen so that most values lie between -100 and 100; a value beyond is an unusually strong move.
 *
 * `(typical - mean) / (0.015 * deviation)` with `typical = (high + low + close) / 3`, `mean` its simple average and
 * `deviation` the mean distance of the window's bars from that average
 *
 * - `period`: bars in the window; default 20.
 * - First value at index `period - 1`. A missing number gives NaN for every window that contains its bar.
 * - Exactly 0 for a window of constant typical prices. Rounding differences between typical prices that are equal as
 *   decimals do not count.
 * - Time per bar grows with the period, since each bar recomputes the distances from its own mean.
 *
 * Donald R. Lambert, Commodity Channel Index: Tool for Trading Cyclic Trends (1980).
 *
 * @example
 * const price = Float64Array.of(10, 11, 12, 16);
 * cci(price, price, price, 4); // NaN, NaN, NaN, 133.333
 */
export const cci = defineIndicator({
  name: "cci",
  title: "Commodity channel index",
  category: "momentum",
  inputs: ["high", "low", "close"],
  params: { period: param.integer({ default: 20, description: "number of bars in the window" }) },
  outputs: { value: { title: "CCI", scale: { price: 0 } } },
  memory: "window",
  cost: "period",
  warmup: ({ period }) => period - 1,
  batch([high, low, close], { period }, [out]) {
    const length = close.length;
    const sums = borrowColumn(length);
    for (let i = 0; i < length; i++) sums[i] = finite(high[i] + low[i] + close[i]);
    blockExcess(sums, period, out);
    for (let start = 0; start < length; start += STRIP) indices(sums, start, stripEnd(start, length), period, out);
    returnColumn(sums);
  },
  stream: ({ period }) => new CciStream(period),
});

/** Returns the index of the window that ends at `last`, whose value is `excess` above the mean. Multiples of prices give the same index. */
function index(sums: Column, last: number, period: number, excess: number): number {
  const total = distances(sums, (last - period + 1) | 0, last, sums[last], excess);
  const noise = period * 2 * NOISE * Math.abs(sums[last]);
  return total <= noise ? 0 : excess / (0.015 * (total / period));
}

/** Replaces the distances above the mean in `out` by the values of the index, from `start` to `end` (exclusive). */
function indices(sums: Column, start: number, end: number, period: number, out: Column): void {
  for (let i = start | 0; i < end; i++) {
    const excess = out[i];
    if (excess === excess) out[i] = index(sums, i, period, excess);
  }
}

/**
 * Returns the sum of the absolute distances of the values from `first` to `last` from their mean, which is `excess` below `value`. Uses
 * four sums, so that the processor can add in parallel.
 */
function distances(values: Column, first: number, last: number, value: number, excess: number): number {
  let one = 0;
  let two = 0;
  let three = 0;
  let four = 0;
  let i = first;
  for (; i <= last - 3; i += 4) {
    one += Math.abs(values[i] - value + excess);
    two += Math.abs(values[i + 1] - value + excess);
    three += Math.abs(values[i + 2] - value + excess);
    four += Math.abs(values[i + 3] - value + excess);
  }
  for (; i <= last; i++) one += Math.abs(values[i] - value + excess);
  return one + two + (three + four);
}

class CciStream extends Stream<number> {
  declare readonly window: Window;
  declare readonly excess: BlockExcess;

  constructor(period: number) {
    super();
    this.window = new Window(period);
    this.excess = new BlockExcess(period);
  }

  update(high: number, low: number, close: number): number {
    const sum = finite(high + low + close);
    this.window.push(sum);
    const { block, end, period } = this.window;
    const excess = this.excess.update(sum);
    return excess === excess ? index(block, (end - 1) | 0, period, excess) : MISSING[0];
  }

  override peek(high: number, low: number, close: number): number {
    const sum = finite(high + low + close);
    this.window.setNext(sum);
    const { block, end, period } = this.window;
    const excess = this.excess.peek(sum);
    return excess === excess ? index(block, end, period, excess) : MISSING[0];
  }
}
