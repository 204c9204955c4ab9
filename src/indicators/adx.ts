import { DirectionalMovement, movementInit, movementConvergence } from "../primitives/directional-movement.ts";
import * as param from "../primitives/param-kinds.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Average directional index: how strong a trend is, in either direction, with two directional indicators that show the
 * direction. A market is commonly said to trend above 25 and not to trend below 20. `plusDi` above `minusDi` means upward.
 *
 * `plusDi = 100 * average(+DM) / average(true range)`, `minusDi` likewise with `-DM`,
 * `adx = average(100 * |plusDi - minusDi| / (plusDi + minusDi))`
 *
 * `+DM` is the rise of the high over the previous high if it exceeds the fall of the low, else 0. `-DM` is the fall of the low
 * if it exceeds the rise of the high, else 0. All averages are Wilder's.
 *
 * - `period`: moves in each average; default 14.
 * - `init`: start of the averages of moves. `"wilder"`, the default, is the mean of the first `period` moves, as in Wilder's
 *   book. `"talib"` is the sum of the first `period - 1` moves divided by `period`; the next move is then averaged in as usual.
 *   Results agree once these have faded. The average of `adx` starts with the mean of `period` values in both cases.
 * - `plusDi` and `minusDi` start at index `period`, `adx` at `2 * period - 1`.
 * - Without any range both directional indicators are 0. A bar without movement in either direction adds 0 to `adx`.
 * - Directional indicators are capped at 100, which bars with a close outside their range could exceed.
 * - A missing value leaves two moves missing: its bar and the next one have no values. Then the averages continue.
 *
 * J. Welles Wilder, New Concepts in Technical Trading Systems (1978).
 *
 * @example
 * const high = Float64Array.of(10, 12, 13, 12);
 * const low = Float64Array.of(8, 9, 11, 9);
 * const close = Float64Array.of(9, 11, 12, 10);
 * adx(high, low, close, 2).adx; // NaN, NaN, NaN, 57.1429
 */
export const adx = defineIndicator({
  name: "adx",
  title: "Average directional index",
  category: "trend",
  inputs: ["high", "low", "close"],
  params: {
    period: param.integer({ default: 14, description: "number of price moves in each of Wilder's averages" }),
    init: movementInit,
  },
  outputs: {
    plusDi: { title: "+DI", scale: { price: 0 }, range: [0, 100] },
    minusDi: { title: "-DI", scale: { price: 0 }, range: [0, 100] },
    adx: { title: "ADX", scale: { price: 0 }, range: [0, 100] },
  },
  compat: { talib: { init: "talib" } },
  memory: "recursive",
  warmup: ({ period }) => ({ plusDi: period, minusDi: period, adx: 2 * period - 1 }),
  stableAfter: ({ period }) => movementConvergence(period),
  batch([high, low, close], { period, init }, [plusDi, minusDi, average]) {
    const movement = new DirectionalMovement(period, init);
    const length = close.length;
    for (let start = 0; start < length; start += STRIP)
      movement.batch(high, low, close, start, stripEnd(start, length), plusDi, minusDi, average);
  },
  stream: ({ period, init }) => new AdxStream(new DirectionalMovement(period, init)),
});

/** Output values of one bar. */
class AdxValue {
  plusDi = NaN;
  minusDi = NaN;
  adx = NaN;
}

class AdxStream extends Stream<AdxValue> {
  declare readonly movement: DirectionalMovement;
  readonly value = new AdxValue();

  constructor(movement: DirectionalMovement) {
    super();
    this.movement = movement;
  }

  update(high: number, low: number, close: number): AdxValue {
    const { movement, value } = this;
    movement.update(high, low, close);
    value.plusDi = movement.plusDi;
    value.minusDi = movement.minusDi;
    value.adx = movement.adx;
    return value;
  }
}
