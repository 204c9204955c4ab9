import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Qstick: how far bars close above their open on average. Above zero buyers have ended most of the recent bars, below zero
 * sellers; a crossing of zero is the usual signal.
 *
 * `sma(close - open, period)`, in units of price
 *
 * - `period`: bars in the window, 8 unless given.
 * - First value at index `period - 1`. A missing open or close makes every window that holds its bar NaN, and no other one.
 * - Bars that close where they opened count as 0, so a market without bodies is exactly 0.
 *
 * Tushar S. Chande and Stanley Kroll, The New Technical Trader (1994).
 *
 * @example
 * const open = Float64Array.of(10, 11, 12, 11);
 * const close = Float64Array.of(11, 12, 11, 11.5);
 * qstick(open, close, 2); // NaN, 1, 0, -0.25
 */
export const qstick = defineIndicator({
  name: "qstick",
  title: "Qstick",
  category: "momentum",
  inputs: ["open", "close"],
  params: { period: param.integer({ default: 8, description: "bars in the window" }) },
  outputs: { value: { title: "Qstick", scale: { price: 1 } } },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch([open, close], { period }, [out]) {
    const bodies = borrowColumn(close.length);
    for (let i = 0; i < close.length; i++) bodies[i] = close[i] - open[i];
    blockSum(bodies, period, period, out);
    returnColumn(bodies);
  },
  stream: ({ period }) => new QstickStream(period),
});

class QstickStream extends Stream<number> {
  declare readonly bodies: BlockSum;

  constructor(period: number) {
    super();
    this.bodies = new BlockSum(period);
  }

  update(open: number, close: number): number {
    return this.bodies.update(close - open) / this.bodies.period;
  }

  override peek(open: number, close: number): number {
    return this.bodies.peek(close - open) / this.bodies.period;
  }
}
