import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import type { Column } from "../primitives/column.ts";
import { NOISE, priceSize as sizeOfPrices } from "../primitives/noise.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const sizeOf = sizeOfPrices;

/**
 * Money flow index: the share of traded money on rising prices, in percent. It reads like the relative strength index,
 * weighted by volume: overbought above 80, oversold below 20.
 *
 * `100 * up / (up + down)`, where `up` sums `typical * volume` over the bars of the window whose typical price rose, and
 * `down` over those whose typical price fell; `typical = (high + low + close) / 3`
 *
 * - `period`: changes in the window; default 14.
 * - First value at index `period`: it needs `period` changes. A bar with an unchanged typical price counts for neither
 *   side. Prices are compared as decimals, so a rounding difference is no change.
 * - 100 without downward flow, 0 without upward flow, 50 without any flow.
 * - Limited to 0 and 100, which the negative flow of prices below zero could exceed.
 * - A bar with a missing number leaves the changes to and from it missing, and gives NaN for every window that contains one of them.
 *
 * Gene Quong and Avrum Soudack, Volume-Weighted RSI: Money Flow (1989).
 *
 * @example
 * const high = Float64Array.of(11, 12, 11, 13);
 * const low = Float64Array.of(9, 10, 9, 11);
 * const close = Float64Array.of(10, 11, 10, 12);
 * // The money flows are +110, -100 and +240.
 * mfi(high, low, close, Float64Array.of(5, 10, 10, 20), 2); // NaN, NaN, 52.381, 70.5882
 */
export const mfi = defineIndicator({
  name: "mfi",
  title: "Money flow index",
  category: "volume",
  inputs: ["high", "low", "close", "volume"],
  params: { period: param.integer({ default: 14, description: "number of price changes in the window" }) },
  outputs: { value: { title: "MFI", scale: { price: 0, volume: 0 }, range: [0, 100] } },
  memory: "window",
  warmup: ({ period }) => period,
  batch([high, low, close, volume], { period }, [out]) {
    const length = close.length;
    const up = borrowColumn(length);
    const down = borrowColumn(length);
    for (let start = 0; start < length; start += STRIP)
      flows(high, low, close, volume, start, stripEnd(start, length), up, down);
    blockSum(up, period, 1, out);
    blockSum(down, period, 1, up);
    percents(out, up);
    returnColumn(up);
    returnColumn(down);
  },
  stream: ({ period }) => new MfiStream(period),
});

/** Returns high + low + close of a bar, or NaN for a missing bar. */
function sumOf(high: number, low: number, close: number, volume: number): number {
  return high + low + close + volume * 0;
}

function flows(
  high: Column,
  low: Column,
  close: Column,
  volume: Column,
  start: number,
  end: number,
  up: Column,
  down: Column,
): void {
  const before = start - 1;
  let last = start === 0 ? NaN : sumOf(high[before], low[before], close[before], volume[before]);
  let lastSize = start === 0 ? NaN : sizeOf(high[before], low[before], close[before]);
  // Two bars per iteration are faster, since V8 checks each column once per iteration.
  for (let i = start | 0; i < end; i += 2) {
    const sum = sumOf(high[i], low[i], close[i], volume[i]);
    const size = sizeOf(high[i], low[i], close[i]);
    const change = sum - last;
    const noise = NOISE * (size + lastSize);
    const flow = (sum / 3) * volume[i] + (change - change);
    up[i] = Number(change > noise) * flow;
    down[i] = Number(change < -noise) * flow;
    if (i === end - 1) return;
    last = sumOf(high[i + 1], low[i + 1], close[i + 1], volume[i + 1]);
    lastSize = sizeOf(high[i + 1], low[i + 1], close[i + 1]);
    const nextChange = last - sum;
    const nextNoise = NOISE * (lastSize + size);
    const nextFlow = (last / 3) * volume[i + 1] + (nextChange - nextChange);
    up[i + 1] = Number(nextChange > nextNoise) * nextFlow;
    down[i + 1] = Number(nextChange < -nextNoise) * nextFlow;
  }
}

function percents(up: Column, down: Column): void {
  const { length } = up;
  let i = 0;
  for (; i < length - 1; i += 2) {
    up[i] = percentOf(up[i], down[i]);
    up[i + 1] = percentOf(up[i + 1], down[i + 1]);
  }
  if (i < length) up[i] = percentOf(up[i], down[i]);
}

function percentOf(up: number, down: number): number {
  const total = up + down;
  const percent = 100 * (up / total);
  return percent >= 0 && percent <= 100 ? percent : clamped(percent, total);
}

/** Corrects a percentage that is not from 0 to 100: 50 without any flow, else limited to 0 and 100. NaN stays NaN. */
function clamped(percent: number, total: number): number {
  return total === 0 ? 50 : percent > 100 ? 100 : percent < 0 ? 0 : percent;
}

class MfiStream extends Stream<number> {
  declare readonly up: BlockSum;
  declare readonly down: BlockSum;
  /** Sum of the previous bar's prices, and the sum of their absolute values. */
  last = NaN;
  lastSize = NaN;

  constructor(period: number) {
    super();
    this.up = new BlockSum(period);
    this.down = new BlockSum(period);
  }

  update(high: number, low: number, close: number, volume: number): number {
    const sum = sumOf(high, low, close, volume);
    const size = sizeOf(high, low, close);
    const change = sum - this.last;
    const noise = NOISE * (size + this.lastSize);
    this.last = sum;
    this.lastSize = size;
    const flow = (sum / 3) * volume + (change - change);
    return percentOf(this.up.update(Number(change > noise) * flow), this.down.update(Number(change < -noise) * flow));
  }

  override peek(high: number, low: number, close: number, volume: number): number {
    const sum = sumOf(high, low, close, volume);
    const change = sum - this.last;
    const noise = NOISE * (sizeOf(high, low, close) + this.lastSize);
    const flow = (sum / 3) * volume + (change - change);
    return percentOf(this.up.peek(Number(change > noise) * flow), this.down.peek(Number(change < -noise) * flow));
  }
}
