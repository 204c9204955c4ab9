import { finite as finiteOf } from "../primitives/numbers.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

/**
 * Weighted close: a mean of a bar's prices in which the close counts as much as the high and the low together.
 *
 * `(high + low + 2 * close) / 4`
 *
 * - First value on the first bar. A bar with a missing number has no value.
 *
 * @example
 * const high = Float64Array.of(12, 13);
 * const low = Float64Array.of(9, 10);
 * const close = Float64Array.of(11, 12);
 * weightedClose(high, low, close); // 10.75, 11.75
 */
export const weightedClose = defineIndicator({
  name: "weightedClose",
  title: "Weighted close",
  category: "price",
  inputs: ["high", "low", "close"],
  params: {},
  outputs: { value: { title: "Weighted close", scale: { price: 1 } } },
  memory: "window",
  warmup: () => 0,
  batch([high, low, close], _, [out]) {
    for (let i = 0; i < out.length; i++) out[i] = weighted(high[i], low[i], close[i]);
  },
  stream: () => new WeightedCloseStream(),
});

function weighted(high: number, low: number, close: number): number {
  return finite(high + low + 2 * close) / 4;
}

class WeightedCloseStream extends Stream<number> {
  update(high: number, low: number, close: number): number {
    return weighted(high, low, close);
  }

  override peek(high: number, low: number, close: number): number {
    return weighted(high, low, close);
  }
}
