import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Volume-weighted moving average: the mean price of the last `period` bars, weighted by volume. If it is above the simple
 * average of the same period, the higher prices had more volume.
 *
 * `sum of x * volume / sum of volume`
 *
 * - `period`: bars in the window; default 20.
 * - First value at index `period - 1`. A missing price or volume gives NaN for every window that contains its bar.
 * - A window without volume has no value.
 *
 * @example
 * vwma(Float64Array.of(10, 11, 12), Float64Array.of(100, 300, 100), 2); // NaN, 10.75, 11.25
 */
export const vwma = defineIndicator({
  name: "vwma",
  title: "Volume-weighted moving average",
  category: "average",
  inputs: ["source", "volume"],
  params: { period: param.integer({ default: 20, description: "number of bars in the window" }) },
  outputs: {
    value: {
      title: "VWMA",
      scale: { source: 1, volume: 0 },
      undefinedWhen: { description: "the window has no volume", holds: noVolume },
    },
  },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch([source, volume], { period }, [out]) {
    const length = source.length;
    const weighted = borrowColumn(length);
    const total = borrowColumn(length);
    for (let i = 0; i < length; i++) weighted[i] = source[i] * volume[i];
    blockSum(weighted, period, 1, out);
    for (let i = 0; i < length; i++) weighted[i] = volume[i] + (source[i] - source[i]);
    blockSum(weighted, period, 1, total);
    for (let i = 0; i < length; i++) out[i] /= total[i] === 0 ? MISSING[0] : total[i];
    returnColumn(weighted);
    returnColumn(total);
  },
  stream: ({ period }) => new VwmaStream(period),
});

class VwmaStream extends Stream<number> {
  declare readonly weighted: BlockSum;
  declare readonly total: BlockSum;

  constructor(period: number) {
    super();
    this.weighted = new BlockSum(period);
    this.total = new BlockSum(period);
  }

  update(source: number, volume: number): number {
    const weighted = this.weighted.update(source * volume);
    const total = this.total.update(volume + (source - source));
    return weighted / (total === 0 ? MISSING[0] : total);
  }

  override peek(source: number, volume: number): number {
    const weighted = this.weighted.peek(source * volume);
    const total = this.total.peek(volume + (source - source));
    return weighted / (total === 0 ? MISSING[0] : total);
  }
}

function noVolume([, volume]: readonly Column[], params: Readonly<Record<string, unknown>>, index: number): boolean {
  return volume.subarray(index + 1 - Number(params["period"]), index + 1).every((value) => value === 0);
}
