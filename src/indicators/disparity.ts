import { BlockExcess, blockExcess } from "../primitives/block-excess.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Disparity index: the distance of the price from its moving average, in percent of the average. Large values in either
 * direction mean that the move is stretched. The sign shows on which side of the average the price is.
 *
 * `100 * (x - mean) / mean`, with the mean of the last `period` values
 *
 * - `period`: bars in the average; default 14.
 * - First value at index `period - 1`. A missing value gives NaN for every window that contains it.
 * - Exactly 0 for a constant series. An average of zero gives no value.
 *
 * Steve Nison, Beyond Candlesticks (1994).
 *
 * @example
 * disparity(Float64Array.of(8, 10, 12, 8), 3); // NaN, NaN, 20, -20
 */
export const disparity = defineIndicator({
  name: "disparity",
  title: "Disparity index",
  category: "momentum",
  inputs: ["source"],
  params: { period: param.integer({ default: 14, description: "number of bars in the average" }) },
  outputs: {
    value: {
      title: "Disparity index",
      scale: { source: 0 },
      undefinedWhen: { description: "the average is zero", holds: averageIsZero },
    },
  },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch([source], { period }, [out]) {
    blockExcess(source, period, out);
    for (let i = 0; i < source.length; i++) {
      const excess = out[i];
      const mean = source[i] - excess;
      out[i] = (100 * excess) / (mean === 0 ? MISSING[0] : mean);
    }
  },
  stream: ({ period }) => new DisparityStream(period),
});

class DisparityStream extends Stream<number> {
  declare readonly window: BlockExcess;

  constructor(period: number) {
    super();
    this.window = new BlockExcess(period);
  }

  update(source: number): number {
    return percent(source, this.window.update(source));
  }

  override peek(source: number): number {
    return percent(source, this.window.peek(source));
  }
}

function percent(source: number, excess: number): number {
  const mean = source - excess;
  return (100 * excess) / (mean === 0 ? MISSING[0] : mean);
}

function averageIsZero([source]: readonly Column[], params: Readonly<Record<string, unknown>>, index: number): boolean {
  const excess = new Float64Array(source.length);
  blockExcess(source, params["period"] as number, excess);
  return source[index] - excess[index] === 0;
}
