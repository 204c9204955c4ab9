import { BlockExtremeIndex, blockExtremeIndex } from "../primitives/block-extreme-index.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Aroon: how long ago the highest high and the lowest low were. `up` is 100 on a new high and falls toward 0 while no new high follows;
 * `down` does the same for lows. In an uptrend `up` stays near 100 and `down` near 0. If both are low, the market has no direction.
 *
 * `up = 100 * (period - bars since the highest high) / period`, `down` likewise with the lowest low
 *
 * - `period`: bars to look back; default 14. The window is the bar itself and the `period` bars before it.
 * - Of equal highs, or equal lows, the most recent one counts.
 * - First values at index `period`. A missing high or low gives NaN for every window that contains its bar.
 *
 * Tushar S. Chande, The Time Price Oscillator (1995).
 *
 * @example
 * const high = Float64Array.of(10, 12, 11, 10.5, 10);
 * const low = Float64Array.of(9, 11, 10, 9.5, 9);
 * aroon(high, low, 2).up; // NaN, NaN, 50, 0, 0
 */
export const aroon = defineIndicator({
  name: "aroon",
  title: "Aroon",
  category: "trend",
  inputs: ["high", "low"],
  params: { period: param.integer({ default: 14, description: "number of bars to look back" }) },
  outputs: {
    up: { title: "Aroon up", scale: { price: 0 }, range: [0, 100] },
    down: { title: "Aroon down", scale: { price: 0 }, range: [0, 100] },
  },
  memory: "window",
  warmup: ({ period }) => ({ up: period, down: period }),
  batch([high, low], { period }, [up, down]) {
    const extreme = borrowColumn(high.length);
    blockExtremeIndex(high, low, 1, period + 1, extreme, up);
    blockExtremeIndex(low, high, -1, period + 1, extreme, down);
    returnColumn(extreme);
    for (let i = 0; i < high.length; i++) {
      up[i] = (100 * (period - up[i])) / period;
      down[i] = (100 * (period - down[i])) / period;
    }
  },
  stream: ({ period }) => new AroonStream(period),
});

/** Output values of one bar. */
class AroonValue {
  up = NaN;
  down = NaN;
}

class AroonStream extends Stream<AroonValue> {
  declare readonly period: number;
  declare readonly highest: BlockExtremeIndex;
  declare readonly lowest: BlockExtremeIndex;
  readonly value = new AroonValue();

  constructor(period: number) {
    super();
    this.period = period;
    this.highest = new BlockExtremeIndex(1, period + 1);
    this.lowest = new BlockExtremeIndex(-1, period + 1);
  }

  update(high: number, low: number): AroonValue {
    const nanIfMissing = high - high + (low - low);
    return this.#written(this.value, this.highest.update(high + nanIfMissing), this.lowest.update(low + nanIfMissing));
  }

  override peek(high: number, low: number): AroonValue {
    const nanIfMissing = high - high + (low - low);
    return this.#written(
      new AroonValue(),
      this.highest.peek(high + nanIfMissing),
      this.lowest.peek(low + nanIfMissing),
    );
  }

  #written(into: AroonValue, sinceHigh: number, sinceLow: number): AroonValue {
    into.up = (100 * (this.period - sinceHigh)) / this.period;
    into.down = (100 * (this.period - sinceLow)) / this.period;
    return into;
  }
}
