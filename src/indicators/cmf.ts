import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import { moneyFlow } from "../primitives/bar-measures.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Chaikin money flow: which share of the recent volume closed near the highs rather than near the lows. Above 0 a market is
 * bought into its closes, below 0 sold into them; values beyond 0.25 on either side are strong.
 *
 * `sum(volume * ((close - low) - (high - close)) / (high - low)) / sum(volume)`, both over the last `period` bars
 *
 * - `period`: bars in the window, 20 unless given.
 * - From -1, every bar closed at its low, to 1, every bar at its high. A bar without height counts 0, and its volume counts.
 * - First value at index `period - 1`. A window without volume has no value. A missing bar makes every window that holds it
 *   NaN, and no other one; a bar with one missing number is missing as a whole.
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
  params: { period: param.integer({ default: 20, description: "bars in the window" }) },
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

/** Money flow volumes, and volumes that are missing where the bar is. */
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
  return part >= -1 && part <= 1 ? part : edge(part, volume);
}

/** A share that rounding or a volume below zero took over the edge; none where there is no volume. */
function edge(part: number, volume: number): number {
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
