import { finite as finiteOf } from "../primitives/numbers.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

/**
 * Median price: the middle between the high and the low of a bar. It ignores open and close, so it jumps less than the
 * close. Bill Williams' indicators use it.
 *
 * `(high + low) / 2`
 *
 * - First value on the first bar. A bar with a missing number has no value.
 *
 * @example
 * medianPrice(Float64Array.of(12, 13), Float64Array.of(9, 11)); // 10.5, 12
 */
export const medianPrice = defineIndicator({
  name: "medianPrice",
  title: "Median price",
  category: "price",
  inputs: ["high", "low"],
  params: {},
  outputs: { value: { title: "Median price", scale: { price: 1 } } },
  memory: "window",
  warmup: () => 0,
  batch([high, low], _, [out]) {
    for (let i = 0; i < out.length; i++) out[i] = middle(high[i], low[i]);
  },
  stream: () => new MedianPriceStream(),
});

function middle(high: number, low: number): number {
  return finite(high + low) / 2;
}

class MedianPriceStream extends Stream<number> {
  update(high: number, low: number): number {
    return middle(high, low);
  }

  override peek(high: number, low: number): number {
    return middle(high, low);
  }
}
