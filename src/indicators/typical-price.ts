import { finite as finiteOf } from "../primitives/numbers.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

/**
 * Typical price: the mean of a bar's high, low and close. Averages and volume-weighted prices use it to include where the
 * bar traded, not only where it ended.
 *
 * `(high + low + close) / 3`
 *
 * - First value on the first bar. A bar with a missing number has no value.
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
