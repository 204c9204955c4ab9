import { finite as finiteOf } from "../primitives/numbers.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** A constant of this module is built into its loops; a call of what is imported costs 2 ns a bar more. */
const finite = finiteOf;

/**
 * Median price: the middle between the high and the low of a bar. It leaves out where the bar opened and closed, so it jumps less
 * than the close; Bill Williams' indicators are taken over it.
 *
 * `(high + low) / 2`
 *
 * - A value from the first bar on. A bar with one missing number has none.
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
