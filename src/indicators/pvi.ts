import type { Column } from "../primitives/column.ts";
import { VolumeIndex, volumeIndex } from "../primitives/volume-index.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Positive volume index: follows the price only on bars of rising volume. The crowd is said to be active then. It is read
 * together with the negative volume index.
 *
 * `pvi[t] = pvi[t-1] * close[t] / close[t-1]` where `volume[t] > volume[t-1]`, else `pvi[t-1]`; starts at 1000
 *
 * - First value on the first bar, 1000. The level depends on the first bar of the data, so only changes have a meaning.
 * - It has no value for a price change that starts at zero, and then continues from its last value.
 * - A bar with a missing number has no value. On the next bar the change is unknown, so the index stays unchanged.
 *
 * Invented by Paul L. Dysart; made known by Norman Fosback, Stock Market Logic (1976).
 *
 * @example
 * pvi(Float64Array.of(10, 11, 13.2), Float64Array.of(200, 100, 300)); // 1000, 1000, 1200
 */
export const pvi = defineIndicator({
  name: "pvi",
  title: "Positive volume index",
  category: "volume",
  inputs: ["close", "volume"],
  params: {},
  outputs: {
    value: {
      title: "PVI",
      scale: { price: 0, volume: 0 },
      undefinedWhen: {
        description: "volume rose, and the previous close is zero",
        holds: followsZero,
      },
    },
  },
  memory: "recursive",
  compounds: true,
  warmup: () => 0,
  batch: ([close, volume], _, [out]) => volumeIndex(close, volume, 1, out),
  stream: () => new PviStream(),
});

function followsZero([close, volume]: readonly Column[], _: unknown, index: number): boolean {
  return close[index - 1] === 0 && volume[index] > volume[index - 1];
}

class PviStream extends Stream<number> {
  readonly index = new VolumeIndex(1);

  update(close: number, volume: number): number {
    return this.index.update(close, volume);
  }

  override peek(close: number, volume: number): number {
    return this.index.peek(close, volume);
  }
}
