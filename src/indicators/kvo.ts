import * as param from "../primitives/param-kinds.ts";
import { EmaDifferenceWithSignal } from "../primitives/ema-difference-with-signal.ts";
import { emaFactor, convergenceSteps } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { VolumeForce } from "../primitives/volume-force.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** Assumed length of the longest trend, in bars. The volume force depends on all bars since the trend began. */
const TURN = 40;

/**
 * Klinger volume oscillator: a fast average of the volume force minus a slow one. An upward cross of its signal line, in the
 * direction of the trend, is the usual buy signal. A new high of the price that the oscillator does not confirm is a warning.
 *
 * `kvo = ema(force, fast) - ema(force, slow)`, `signal = ema(kvo, signal)`
 * `force = 100 * trend * volume * |2 * height / cumulated - 1|`, `height = high - low`
 * `trend` is 1 after `high + low + close` rose, -1 after it fell, and unchanged after an equal sum
 * `cumulated` sums the heights while the trend lasts; at a turn it restarts with the height of the previous bar
 *
 * - `fast`: default 34. `slow`: default 55. `signal`: default 13. Unit: volume.
 * - Sums of prices are compared as decimals, so a rounding difference is no change.
 * - The force is 0 before the first trend and where `cumulated` is zero. A bar whose high equals its low, in a trend with a range,
 *   counts its full volume.
 * - `kvo` starts at index `max(fast, slow)`, since the force needs the previous bar. `signal` starts `signal - 1` bars later.
 * - A bar with a missing number and the next bar have no value. Then trend, sum and averages continue.
 * - The influence of the first bars fades. During a long trend, `cumulated` still depends on the beginning of the trend.
 *
 * Stephen J. Klinger, Identifying Trends with Volume Analysis (1997).
 *
 * @example
 * const high = Float64Array.of(11, 13, 12, 14);
 * const low = Float64Array.of(9, 10, 10, 11);
 * const close = Float64Array.of(10, 12, 11, 13);
 * // The forces are 20, -20 and 20.
 * kvo(high, low, close, Float64Array.of(1, 1, 1, 1), 1, 2).kvo; // NaN, NaN, -20, 6.66667
 */
export const kvo = defineIndicator({
  name: "kvo",
  title: "Klinger volume oscillator",
  category: "volume",
  inputs: ["high", "low", "close", "volume"],
  params: {
    fast: param.integer({ default: 34, description: "number of bars of the fast average" }),
    slow: param.integer({ default: 55, description: "number of bars of the slow average" }),
    signal: param.integer({ default: 13, description: "number of bars of the signal line" }),
  },
  outputs: {
    kvo: { title: "KVO", scale: { price: 0, volume: 1 } },
    signal: { title: "Signal line", scale: { price: 0, volume: 1 } },
  },
  memory: "recursive",
  warmup({ fast, slow, signal }) {
    const line = Math.max(fast, slow);
    return { kvo: line, signal: line + signal - 1 };
  },
  stableAfter({ fast, slow, signal }) {
    const longest = Math.max(fast, slow);
    return TURN + longest + signal - 1 + convergenceSteps(emaFactor(longest)) + convergenceSteps(emaFactor(signal));
  },
  batch([high, low, close, volume], { fast, slow, signal }, [line, average]) {
    const force = new VolumeForce();
    const oscillator = new EmaDifferenceWithSignal(fast, slow, signal);
    const length = close.length;
    for (let start = 0; start < length; start += STRIP) {
      const end = stripEnd(start, length);
      force.batch(high, low, close, volume, start, end, line);
      // The histogram is not needed. Its results go to the column of the line, which overwrites them.
      oscillator.batch(line, start, end, line, average, line);
    }
  },
  stream: ({ fast, slow, signal }) => new KvoStream(fast, slow, signal),
});

/** Output values of one bar. */
class KvoValue {
  kvo = NaN;
  signal = NaN;
}

class KvoStream extends Stream<KvoValue> {
  readonly force = new VolumeForce();
  declare readonly line: EmaDifferenceWithSignal;
  readonly value = new KvoValue();

  constructor(fast: number, slow: number, signal: number) {
    super();
    this.line = new EmaDifferenceWithSignal(fast, slow, signal);
  }

  update(high: number, low: number, close: number, volume: number): KvoValue {
    const { line, value } = this;
    value.kvo = line.update(this.force.update(high, low, close, volume));
    value.signal = line.signal.update(value.kvo);
    return value;
  }

  override peek(high: number, low: number, close: number, volume: number): KvoValue {
    const value = new KvoValue();
    value.kvo = this.line.peek(this.force.peek(high, low, close, volume));
    value.signal = this.line.signal.peek(value.kvo);
    return value;
  }
}
