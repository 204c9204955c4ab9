import { BlockExtremeIndex, blockExtremeIndex } from "../primitives/block-extreme-index.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Aroon oscillator: Aroon up minus Aroon down. Above zero the highest high of the window is more recent than its lowest low, below
 * zero the lowest low is. At 100 the bar is a new high, and the lowest low is a full window old.
 *
 * `100 * (bars since the lowest low - bars since the highest high) / period`
 *
 * - `period`: bars to look back; default 14. The window is the bar itself and the `period` bars before it.
 * - Of equal highs, or equal lows, the most recent one counts. So a market with constant prices is at 0.
 * - First value at index `period`. A missing high or low gives NaN for every window that contains its bar.
 *
 * Tushar S. Chande, The Time Price Oscillator (1995).
 *
 * @example
 * const high = Float64Array.of(10, 12, 11, 10.5, 10);
 * const low = Float64Array.of(9, 11, 10, 9.5, 9);
 * aroonOscillator(high, low, 2); // NaN, NaN, 50, -100, -100
 */
export const aroonOscillator = defineIndicator({
  name: "aroonOscillator",
  title: "Aroon oscillator",
  category: "trend",
  inputs: ["high", "low"],
  params: { period: param.integer({ default: 14, description: "number of bars to look back" }) },
  outputs: { value: { title: "Aroon oscillator", scale: { price: 0 }, range: [-100, 100] } },
  memory: "window",
  warmup: ({ period }) => period,
  batch([high, low], { period }, [out]) {
    const extreme = borrowColumn(high.length);
    const sinceLow = borrowColumn(high.length);
    blockExtremeIndex(high, low, 1, period + 1, extreme, out);
    blockExtremeIndex(low, high, -1, period + 1, extreme, sinceLow);
    for (let i = 0; i < high.length; i++) out[i] = (100 * (sinceLow[i] - out[i])) / period;
    returnColumn(extreme);
    returnColumn(sinceLow);
  },
  stream: ({ period }) => new AroonOscillatorStream(period),
});

class AroonOscillatorStream extends Stream<number> {
  declare readonly period: number;
  declare readonly highest: BlockExtremeIndex;
  declare readonly lowest: BlockExtremeIndex;

  constructor(period: number) {
    super();
    this.period = period;
    this.highest = new BlockExtremeIndex(1, period + 1);
    this.lowest = new BlockExtremeIndex(-1, period + 1);
  }

  update(high: number, low: number): number {
    const nanIfMissing = high - high + (low - low);
    const sinceHigh = this.highest.update(high + nanIfMissing);
    return (100 * (this.lowest.update(low + nanIfMissing) - sinceHigh)) / this.period;
  }

  override peek(high: number, low: number): number {
    const nanIfMissing = high - high + (low - low);
    const sinceHigh = this.highest.peek(high + nanIfMissing);
    return (100 * (this.lowest.peek(low + nanIfMissing) - sinceHigh)) / this.period;
  }
}
