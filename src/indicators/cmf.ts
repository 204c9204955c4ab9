import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import { moneyFlow } from "../primitives/bar-measures.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Chaikin money flow: recent volume near the highs minus volume near the lows, as a share of all volume. Above 0, bars with high volume
 * tend to close near their highs; below 0, near their lows. Values beyond 0.25 in either direction are strong.
 *
 * `sum(volume * ((close - low) - (high - close)) / (high - low)) / sum(volume)`, both over the last `period` bars
 *
 * - `period`: bars in the window; default 20.
 * - From -1 (every bar closed at its low) to 1 (every bar closed at its high). A bar whose high equals its low adds 0 to
 *   the numerator, and its volume counts.
 * - First value at index `period - 1`. A window without volume has no value. A bar with a missing number gives NaN for
 *   every window that contains it.
 *
 * Marc Chaikin.
 *
 * @example
 * const high = Float64Array.of(12, 14, 14);
 * const low = Float64Array.of(8, 10, 10);
 * const close = Float64Array.of(12, 11, 12);
 * cmf(high, low, close, Float64Array.of(300, 100, 300), 2); // NaN, 0.625, -0.125
 */
export const cmf = defineIndicator({
  name: "cmf",
  title: "Chaikin money flow",
  category: "volume",
  inputs: ["high", "low", "close", "volume"],
  params: { period: param.integer({ default: 20, description: "number of bars in the window" }) },
  outputs: {
    value: {
      title: "CMF",
      scale: { price: 0, volume: 0 },
      range: [-1, 1],
      undefinedWhen: { description: "no volume in the window", holds: withoutVolume },
    },
  },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch([high, low, close, volume], { period }, [out]) {
    const length = close.length;
    const flow = borrowColumn(length);
    const traded = borrowColumn(length);
    for (let start = 0; start < length; start += STRIP)
      flows(high, low, close, volume, start, stripEnd(start, length), flow, traded);
    blockSum(flow, period, 1, out);
    blockSum(traded, period, 1, flow);
    for (let start = 0; start < length; start += STRIP) divide(out, flow, start, stripEnd(start, length));
    returnColumn(flow);
    returnColumn(traded);
  },
  stream: ({ period }) => new CmfStream(period),
});

/** Writes the money flow volume and the volume of each bar, both NaN for a missing bar. */
function flows(
  high: Column,
  low: Column,
  close: Column,
  volume: Column,
  start: number,
  end: number,
  flow: Column,
  traded: Column,
): void {
  for (let i = start | 0; i < end; i++) {
    const moved = moneyFlow(high[i], low[i], close[i], volume[i]);
    flow[i] = moved;
    traded[i] = volume[i] + (moved - moved);
  }
}

function divide(flow: Column, volume: Column, start: number, end: number): void {
  for (let i = start | 0; i < end; i++) flow[i] = share(flow[i], volume[i]);
}

function share(flow: number, volume: number): number {
  const part = flow / volume;
  return part >= -1 && part <= 1 ? part : clamped(part, volume);
}

/** Limits a share to the range from -1 to 1, which rounding or a negative volume can exceed. NaN without volume. */
function clamped(part: number, volume: number): number {
  return volume === 0 ? MISSING[0] : part > 1 ? 1 : part < -1 ? -1 : part;
}

function withoutVolume(inputs: readonly Column[], params: Readonly<Record<string, unknown>>, index: number): boolean {
  const window = inputs[3]!.subarray(Math.max(0, index - Number(params.period) + 1), index + 1);
  return window.every((volume) => volume === 0);
}

class CmfStream extends Stream<number> {
  declare readonly flow: BlockSum;
  declare readonly volume: BlockSum;

  constructor(period: number) {
    super();
    this.flow = new BlockSum(period);
    this.volume = new BlockSum(period);
  }

  update(high: number, low: number, close: number, volume: number): number {
    const flow = moneyFlow(high, low, close, volume);
    return share(this.flow.update(flow), this.volume.update(volume + (flow - flow)));
  }

  override peek(high: number, low: number, close: number, volume: number): number {
    const flow = moneyFlow(high, low, close, volume);
    return share(this.flow.peek(flow), this.volume.peek(volume + (flow - flow)));
  }
}
