import type { Column } from "../primitives/column.ts";
import { VolumeIndex, volumeIndex } from "../primitives/volume-index.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Negative volume index: follows the price only on bars of falling volume. The crowd is said to be absent then, and
 * informed traders active. Above its own one-year average the market is commonly taken to be rising.
 *
 * `nvi[t] = nvi[t-1] * close[t] / close[t-1]` where `volume[t] < volume[t-1]`, else `nvi[t-1]`; starts at 1000
 *
 * - First value on the first bar, 1000. The level depends on the first bar of the data, so only changes have a meaning.
 * - It has no value for a price change that starts at zero, and then continues from its last value.
 * - A bar with a missing number has no value. On the next bar the change is unknown, so the index stays unchanged.
 *
 * Invented by Paul L. Dysart; made known by Norman Fosback, Stock Market Logic (1976).
 *
 * @example
 * nvi(Float64Array.of(10, 11, 13.2), Float64Array.of(200, 100, 300)); // 1000, 1100, 1100
 */
export const nvi = defineIndicator({
  name: "nvi",
  title: "Negative volume index",
  category: "volume",
  inputs: ["close", "volume"],
  params: {},
  outputs: {
    value: {
      title: "NVI",
      scale: { price: 0, volume: 0 },
      undefinedWhen: {
        description: "volume fell, and the previous close is zero",
        holds: followsZero,
      },
    },
  },
  memory: "recursive",
  compounds: true,
  warmup: () => 0,
  batch: ([close, volume], _, [out]) => volumeIndex(close, volume, -1, out),
  stream: () => new NviStream(),
});

function followsZero([close, volume]: readonly Column[], _: unknown, index: number): boolean {
  return close[index - 1] === 0 && volume[index] < volume[index - 1];
}

class NviStream extends Stream<number> {
  readonly index = new VolumeIndex(-1);

  update(close: number, volume: number): number {
    return this.index.update(close, volume);
  }

  override peek(close: number, volume: number): number {
    return this.index.peek(close, volume);
  }
}
