import { Delay } from "../primitives/delay.ts";
import { DirectionalMovement, movementInit, movementConvergence } from "../primitives/directional-movement.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Average directional movement rating: the mean of the average directional index and its earlier value. Wilder uses it to
 * choose markets: he follows trends above 25 and stays away below 20.
 *
 * `(adx + adx of period - 1 bars ago) / 2`
 *
 * - `period`: moves in each average of `adx`; default 14. The earlier value is `period - 1` bars old.
 * - `init`: start of the averages, see `adx`.
 * - First value at index `3 * period - 2`. No value if `adx` or its earlier value is missing.
 *
 * J. Welles Wilder, New Concepts in Technical Trading Systems (1978).
 *
 * @example
 * const high = Float64Array.of(10, 12, 13, 12, 14);
 * const low = Float64Array.of(8, 9, 11, 9, 10);
 * const close = Float64Array.of(9, 11, 12, 10, 13);
 * adxr(high, low, close, 2); // NaN, NaN, NaN, NaN, 54.5238
 */
export const adxr = defineIndicator({
  name: "adxr",
  title: "Average directional movement rating",
  category: "trend",
  inputs: ["high", "low", "close"],
  params: {
    period: param.integer({ default: 14, description: "number of price moves in each of Wilder's averages" }),
    init: movementInit,
  },
  outputs: { value: { title: "ADXR", scale: { price: 0 }, range: [0, 100] } },
  compat: { talib: { init: "talib" } },
  memory: "recursive",
  warmup: ({ period }) => 3 * period - 2,
  stableAfter: ({ period }) => movementConvergence(period) + period - 1,
  batch([high, low, close], { period, init }, [out]) {
    const movement = new DirectionalMovement(period, init);
    const length = close.length;
    const aside = borrowColumn(length);
    const adx = borrowColumn(length);
    for (let start = 0; start < length; start += STRIP)
      movement.batch(high, low, close, start, stripEnd(start, length), out, aside, adx);
    const distance = period - 1;
    out.fill(NaN, 0, Math.min(distance, length));
    for (let i = distance | 0; i < length; i++) out[i] = (adx[i] + adx[i - distance]) * 0.5;
    returnColumn(aside);
    returnColumn(adx);
  },
  stream: ({ period, init }) => new AdxrStream(new DirectionalMovement(period, init), new Delay(period - 1)),
});

class AdxrStream extends Stream<number> {
  declare readonly movement: DirectionalMovement;
  declare readonly before: Delay;

  constructor(movement: DirectionalMovement, before: Delay) {
    super();
    this.movement = movement;
    this.before = before;
  }

  update(high: number, low: number, close: number): number {
    const adx = this.movement.average(high, low, close);
    return (adx + this.before.update(adx)) * 0.5;
  }
}
