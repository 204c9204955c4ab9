import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Qstick: the average distance of the close above the open. Above zero buyers have dominated most recent bars, below zero
 * sellers have. The usual signal is a cross of zero.
 *
 * `sma(close - open, period)`, in units of price
 *
 * - `period`: bars in the window; default 8.
 * - First value at index `period - 1`. A missing open or close gives NaN for every window that contains its bar.
 * - A bar that closes at its open counts as 0, so a market without bodies is exactly 0.
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
  params: { period: param.integer({ default: 8, description: "number of bars in the window" }) },
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
