import { finite as finiteOf } from "../primitives/numbers.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** A constant of this module is built into its loops; a call of what is imported costs 2 ns a bar more. */
const finite = finiteOf;

/**
 * Typical price: one number for a whole bar, the mean of its high, low and close. Averages and volume-weighted prices that are
 * taken over it see where the bar has been, not only where it ended.
 *
 * `(high + low + close) / 3`
 *
 * - A value from the first bar on. A bar with one missing number has none.
 *
 * @example
 * const high = Float64Array.of(12, 13);
 * const low = Float64Array.of(9, 10);
 * const close = Float64Array.of(10.5, 13);
 * typicalPrice(high, low, close); // 10.5, 12
 */
export const typicalPrice = defineIndicator({
  name: "typicalPrice",
  title: "Typical price",
  category: "price",
  inputs: ["high", "low", "close"],
  params: {},
  outputs: { value: { title: "Typical price", scale: { price: 1 } } },
  memory: "window",
  warmup: () => 0,
  batch([high, low, close], _, [out]) {
    for (let i = 0; i < out.length; i++) out[i] = typical(high[i], low[i], close[i]);
  },
  stream: () => new TypicalPriceStream(),
});

function typical(high: number, low: number, close: number): number {
  return finite(high + low + close) / 3;
}

class TypicalPriceStream extends Stream<number> {
  update(high: number, low: number, close: number): number {
    return typical(high, low, close);
  }

  override peek(high: number, low: number, close: number): number {
    return typical(high, low, close);
  }
}
