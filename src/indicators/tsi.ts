import { gain, loss } from "../primitives/numbers.ts";
import type { Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { emaFactor, convergenceSteps, Smoothing } from "../primitives/smoothing.ts";
import { stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * True strength index: upward movement minus downward movement, both doubly smoothed, in percent of all movement, with a
 * signal line. Above zero the smoothed movement is upward. The usual trigger is a cross of the signal line.
 *
 * `tsi = 100 * ema(ema(change, long), short) / ema(ema(|change|, long), short)`, `signal = ema(tsi, signal)`
 *
 * - `long`: bars of the first EMA; default 25. `short`: of the second; default 13. `signal`: default 13.
 * - From -100 to 100, and 0 without any movement. While prices are constant the value settles and does not return to 0.
 * - `tsi` starts at index `long + short - 1`, since it needs changes; `signal` starts `signal - 1` bars later. Each
 *   average starts with the first values of the one before it.
 * - A bar with a missing value and the next bar have no value. Then the averages continue.
 *
 * William Blau, Momentum, Direction, and Divergence (1995).
 *
 * @example
 * tsi(Float64Array.of(10, 12, 11, 14, 13), 2, 2, 1).tsi; // NaN, NaN, NaN, 66.6667, 28.8889
 */
export const tsi = defineIndicator({
  name: "tsi",
  title: "True strength index",
  category: "momentum",
  inputs: ["source"],
  params: {
    long: param.integer({ default: 25, description: "number of bars of the first EMA" }),
    short: param.integer({ default: 13, description: "number of bars of the second EMA" }),
    signal: param.integer({ default: 13, description: "number of bars of the signal line" }),
  },
  outputs: {
    tsi: { title: "TSI", scale: { source: 0 }, range: [-100, 100] },
    signal: { title: "Signal line", scale: { source: 0 }, range: [-100, 100] },
  },
  memory: "recursive",
  warmup: ({ long, short, signal }) => ({ tsi: long + short - 1, signal: long + short + signal - 2 }),
  stableAfter: ({ long, short, signal }) =>
    long +
    short +
    signal -
    2 +
    convergenceSteps(emaFactor(long)) +
    convergenceSteps(emaFactor(short)) +
    convergenceSteps(emaFactor(signal)),
  batch([source], { long, short, signal: period }, [line, signal]) {
    const stream = new TsiStream(long, short, period);
    const length = source.length;
    for (let start = 0; start < length; start += STRIP)
      stream.batch(source, start, stripEnd(start, length, STRIP), line, signal);
  },
  stream: ({ long, short, signal }) => new TsiStream(long, short, signal),
});

/*
 * While prices are constant all averages fade and only their ratio matters. Before they lose digits all are multiplied by the
 * same power of 2; they remain negligible next to any price change. The batch checks once per strip, with identical results.
 */
const FAINT = 2 ** -900;
const LIFT = 2 ** 200;
const STRIP = 64;

/** Returns the index from smoothed gains and losses. In this form, rounding cannot move the result beyond -100 or 100. */
function balance(up: number, down: number): number {
  const movement = up + down;
  return movement === 0 ? 0 : 100 * ((up - down) / movement);
}

/** Output values of one bar. */
class TsiValue {
  tsi = NaN;
  signal = NaN;
}

class TsiStream extends Stream<TsiValue> {
  declare readonly gains: Smoothing;
  declare readonly losses: Smoothing;
  declare readonly up: Smoothing;
  declare readonly down: Smoothing;
  declare readonly signal: Smoothing;
  last = NaN;
  readonly value = new TsiValue();

  constructor(long: number, short: number, signal: number) {
    super();
    this.gains = new Smoothing(emaFactor(long), long);
    this.losses = new Smoothing(emaFactor(long), long);
    this.up = new Smoothing(emaFactor(short), short);
    this.down = new Smoothing(emaFactor(short), short);
    this.signal = new Smoothing(emaFactor(signal), signal);
  }

  update(source: number): TsiValue {
    const change = source - this.last;
    this.last = source;
    this.#lift();
    const { gains, losses, up, down, signal, value } = this;
    const mean = signal.average;
    // Once the signal line exists, inlined steps are faster than five calls.
    if (change - change === 0 && mean === mean) {
      const rise = gains.average + gains.factor * (gain(change) - gains.average);
      const fall = losses.average + gains.factor * (loss(change) - losses.average);
      const upward = up.average + up.factor * (rise - up.average);
      const downward = down.average + up.factor * (fall - down.average);
      gains.average = rise;
      losses.average = fall;
      up.average = upward;
      down.average = downward;
      value.tsi = balance(upward, downward);
      value.signal = signal.factor === 1 ? value.tsi : mean + signal.factor * (value.tsi - mean);
      signal.average = value.signal;
      return value;
    }
    return this.#seed(change);
  }

  #seed(change: number): TsiValue {
    const up = this.up.update(this.gains.update(gain(change)));
    const line = balance(up, this.down.update(this.losses.update(loss(change))));
    return written(this.value, line, this.signal.update(line));
  }

  override peek(source: number): TsiValue {
    const change = source - this.last;
    const up = this.up.peek(this.gains.peek(gain(change)));
    const line = balance(up, this.down.peek(this.losses.peek(loss(change))));
    return written(new TsiValue(), line, this.signal.factor === 1 ? line : this.signal.peek(line));
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(source: Column, start: number, end: number, lines: Column, signals: Column): void {
    let i = start | 0;
    for (; i < end && this.signal.average !== this.signal.average; i++) {
      const value = this.update(source[i]);
      lines[i] = value.tsi;
      signals[i] = value.signal;
    }
    this.#lift();
    // With a period of 1 the average is the value itself, without the rounding of an update.
    const copied = this.signal.factor === 1;
    const longFactor = this.gains.factor;
    const shortFactor = this.up.factor;
    const signalFactor = this.signal.factor;
    let gains = this.gains.average;
    let losses = this.losses.average;
    let up = this.up.average;
    let down = this.down.average;
    let mean = this.signal.average;
    let last = this.last;
    for (; i < end; i++) {
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const value = source[i];
        const change = value - last;
        last = value;
        if (change - change !== 0) break;
        gains += longFactor * (gain(change) - gains);
        losses += longFactor * (loss(change) - losses);
        up += shortFactor * (gains - up);
        down += shortFactor * (losses - down);
        const line = balance(up, down);
        mean = copied ? line : mean + signalFactor * (line - mean);
        lines[i] = line;
        signals[i] = mean;
      }
      if (i < end) {
        lines[i] = NaN;
        signals[i] = NaN;
      }
    }
    this.gains.average = gains;
    this.losses.average = losses;
    this.up.average = up;
    this.down.average = down;
    this.signal.average = mean;
    this.last = last;
  }

  #lift(): void {
    if (!(this.up.average + this.down.average < FAINT)) return;
    this.gains.average *= LIFT;
    this.losses.average *= LIFT;
    this.up.average *= LIFT;
    this.down.average *= LIFT;
  }
}

function written(into: TsiValue, line: number, signal: number): TsiValue {
  into.tsi = line;
  into.signal = signal;
  return into;
}
