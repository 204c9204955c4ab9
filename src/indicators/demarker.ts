import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import { MISSING } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * DeMarker: the share of rising highs in the recent movement of highs and lows. Above 0.7 buyers have pushed for a long time, below 0.3
 * sellers have. A turn is more likely there than in the middle.
 *
 * `up / (up + down)`, where `up` is the sum of `max(high - previous high, 0)` over the last `period` bars and `down` the
 * sum of `max(previous low - low, 0)`
 *
 * - `period`: changes in the sums; default 14.
 * - 0.5 if the window has neither a higher high nor a lower low.
 * - First value at index `period`: it needs `period` changes. A bar with a missing number leaves the changes to and from it missing, and
 *   gives NaN for every window that contains one of them.
 *
 * Thomas R. DeMark, The New Science of Technical Analysis (1994).
 *
 * @example
 * const high = Float64Array.of(10, 12, 11, 12);
 * const low = Float64Array.of(8, 9, 8, 9);
 * demarker(high, low, 2); // NaN, NaN, 0.666667, 0.5
 */
export const demarker = defineIndicator({
  name: "demarker",
  title: "DeMarker",
  category: "momentum",
  inputs: ["high", "low"],
  params: { period: param.integer({ default: 14, description: "number of changes of high and low in the sums" }) },
  outputs: { value: { title: "DeMarker", scale: { price: 0 }, range: [0, 1] } },
  memory: "window",
  warmup: ({ period }) => period,
  batch([high, low], { period }, [out]) {
    const length = high.length;
    const ups = borrowColumn(length);
    const downs = borrowColumn(length);
    let lastHigh = MISSING[0];
    let lastLow = MISSING[0];
    for (let i = 0; i < length; i++) {
      const range = high[i] - low[i];
      const nanIfMissing = range - range;
      ups[i] = Math.max(high[i] - lastHigh, 0) + nanIfMissing;
      downs[i] = Math.max(lastLow - low[i], 0) + nanIfMissing;
      lastHigh = high[i] + nanIfMissing;
      lastLow = low[i] + nanIfMissing;
    }
    blockSum(ups, period, 1, out);
    blockSum(downs, period, 1, ups);
    for (let i = 0; i < length; i++) out[i] = share(out[i], ups[i]);
    returnColumn(ups);
    returnColumn(downs);
  },
  stream: ({ period }) => new DemarkerStream(period),
});

function share(up: number, down: number): number {
  const movement = up + down;
  return movement === 0 ? 0.5 : up / movement;
}

class DemarkerStream extends Stream<number> {
  declare readonly ups: BlockSum;
  declare readonly downs: BlockSum;
  lastHigh = NaN;
  lastLow = NaN;

  constructor(period: number) {
    super();
    this.ups = new BlockSum(period);
    this.downs = new BlockSum(period);
  }

  update(high: number, low: number): number {
    const range = high - low;
    const nanIfMissing = range - range;
    const up = this.ups.update(Math.max(high - this.lastHigh, 0) + nanIfMissing);
    const down = this.downs.update(Math.max(this.lastLow - low, 0) + nanIfMissing);
    this.lastHigh = high + nanIfMissing;
    this.lastLow = low + nanIfMissing;
    return share(up, down);
  }

  override peek(high: number, low: number): number {
    const range = high - low;
    const nanIfMissing = range - range;
    return share(
      this.ups.peek(Math.max(high - this.lastHigh, 0) + nanIfMissing),
      this.downs.peek(Math.max(this.lastLow - low, 0) + nanIfMissing),
    );
  }
}
