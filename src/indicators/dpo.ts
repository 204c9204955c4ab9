import { BlockExcess, blockExcess } from "../primitives/block-excess.ts";
import { Delay } from "../primitives/delay.ts";
import { finite as finiteOf } from "../primitives/numbers.ts";
import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

/**
 * Detrended price oscillator: a price from the middle of the window minus the average of the window. It removes the trend.
 * The remaining swings show the length of the cycle from trough to trough.
 *
 * `x[t - shift] - mean(x[t - period + 1 … t])` with `shift = floor(period / 2) + 1`, in units of price
 *
 * - `period`: bars in the average; default 20.
 * - Each value belongs to the bar on which it is known. Charts often draw values `shift` bars further left. A trading rule that reads
 *   values shifted in this way reads the future.
 * - First value at index `max(period - 1, shift)`. A missing value gives NaN for every window that contains it.
 * - Exactly 0 for a constant series, since both terms are differences from the newest value.
 *
 * @example
 * dpo(Float64Array.of(1, 2, 4, 7, 11), 3); // NaN, NaN, -1.33333, -2.33333, -3.33333
 */
export const dpo = defineIndicator({
  name: "dpo",
  title: "Detrended price oscillator",
  category: "momentum",
  inputs: ["source"],
  params: { period: param.integer({ default: 20, description: "number of bars in the average" }) },
  outputs: { value: { title: "DPO", scale: { source: 1 } } },
  memory: "window",
  warmup: ({ period }) => Math.max(period - 1, shiftOf(period)),
  batch([source], { period }, [out]) {
    const length = source.length;
    const shift = shiftOf(period);
    blockExcess(source, period, out);
    out.fill(NaN, 0, Math.min(shift, length));
    for (let i = shift | 0; i < length; i++) out[i] = finite(source[i - shift] - source[i] + out[i]);
  },
  stream: ({ period }) => new DpoStream(period),
});

function shiftOf(period: number): number {
  return Math.floor(period / 2) + 1;
}

class DpoStream extends Stream<number> {
  declare readonly window: BlockExcess;
  declare readonly before: Delay;

  constructor(period: number) {
    super();
    this.window = new BlockExcess(period);
    this.before = new Delay(shiftOf(period));
  }

  update(source: number): number {
    return finite(this.before.update(source) - source + this.window.update(source));
  }

  override peek(source: number): number {
    return finite(this.before.peek(source) - source + this.window.peek(source));
  }
}
