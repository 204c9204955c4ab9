import { DirectionalMovement, movementInit, movementConvergence } from "../primitives/directional-movement.ts";
import * as param from "../primitives/param-kinds.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Average directional index: how strong a trend is, whichever way it goes, with the two directional indicators that say
 * which way. Above 25 a market is commonly said to trend, below 20 not to; `plusDi` above `minusDi` is upwards.
 *
 * `plusDi = 100 * average(+DM) / average(true range)`, `minusDi` likewise, `adx = average(100 * |plusDi - minusDi| / (plusDi +
 * minusDi))`. `+DM` is how far the high went beyond the high before, where that is more than the low went below the low before,
 * else 0; `-DM` the other way round. All averages are Wilder's.
 *
 * - `period`: moves in each average, 14 unless given.
 * - `init`: `"wilder"`, the averages of the moves begin with the mean of the first `period`, as in his book and in TradingView;
 *   `"talib"`, with the sum of one fewer divided by `period`, to which the next one is then added as any later one is. The two agree
 *   once the seeds have faded. `adx` begins with the mean of `period` values either way.
 * - `plusDi` and `minusDi` start at index `period`, `adx` at `2 * period - 1`.
 * - A market without any range has both directional indicators 0, and 0 is what one without movement either way adds to `adx`.
 * - A directional indicator that bars with a close outside their range would carry beyond 100 is held there.
 * - A missing value leaves two moves missing: it and the next bar have no numbers, then the averages go on.
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
    period: param.integer({ default: 14, description: "moves in each of Wilder's averages" }),
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
      movement.updateRange(high, low, close, start, stripEnd(start, length), plusDi, minusDi, average);
  },
  stream: ({ period, init }) => new AdxStream(new DirectionalMovement(period, init)),
});

/** The three numbers of one bar. */
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
