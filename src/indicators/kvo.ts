import * as param from "../primitives/param-kinds.ts";
import { EmaDifferenceWithSignal } from "../primitives/ema-difference-with-signal.ts";
import { emaFactor, convergenceSteps } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { VolumeForce } from "../primitives/volume-force.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** The force counts from the last turn of the trend: bars within which one has come, but for one case in a million millions. */
const TURN = 40;

/**
 * Klinger volume oscillator: a fast average of the force of volume less a slow one. Crossing its signal line upward with the
 * trend is the usual sign to buy; a new high of the price that the oscillator does not confirm warns.
 *
 * `kvo = ema(force, fast) - ema(force, slow)`, `signal = ema(kvo, signal)`
 * `force = 100 * trend * volume * |2 * height / cumulated - 1|`, `height = high - low`
 * `trend` is 1 after a bar whose `high + low + close` rose, -1 after one whose fell; the same sum leaves it as it was
 * `cumulated` adds up heights for as long as the trend lasts; where it turns it begins with the height of the bar before
 *
 * - `fast` 34, `slow` 55 and `signal` 13 bars unless given. In units of volume. This is the force with Klinger's trend and
 *   cumulated heights, its middle term taken as `2 * height / cumulated - 1`; some programs take the volume with the sign of the
 *   trend alone.
 * - Sums of prices are compared as decimals: what rounding leaves between two equal ones is no change.
 * - The force is 0 before the first trend and where `cumulated` is zero; a bar without height in a trend that had some counts
 *   its whole volume.
 * - The line starts at index `slow`, or `fast` where that is more, signal `signal - 1` bars later: the force needs the bar before.
 * - A missing bar leaves two forces missing: it and the next bar have no value; trend, sum and averages then go on. A bar with one
 *   missing number is missing as a whole.
 * - The seeds fade; a trend that does not turn for longer than that is remembered by `cumulated` from its beginning.
 *
 * Stephen J. Klinger, Identifying Trends with Volume Analysis (1997).
 *
 * @example
 * const high = Float64Array.of(11, 13, 12, 14);
 * const low = Float64Array.of(9, 10, 10, 11);
 * const close = Float64Array.of(10, 12, 11, 13);
 * // Forces of 20, -20 and 20.
 * kvo(high, low, close, Float64Array.of(1, 1, 1, 1), 1, 2).kvo; // NaN, NaN, -20, 6.66667
 */
export const kvo = defineIndicator({
  name: "kvo",
  title: "Klinger volume oscillator",
  category: "volume",
  inputs: ["high", "low", "close", "volume"],
  params: {
    fast: param.integer({ default: 34, description: "bars of the fast average" }),
    slow: param.integer({ default: 55, description: "bars of the slow average" }),
    signal: param.integer({ default: 13, description: "bars of the signal line" }),
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
      force.updateRange(high, low, close, volume, start, end, line);
      // Without a histogram: what would be one goes where the line is written last.
      oscillator.updateRange(line, start, end, line, average, line);
    }
  },
  stream: ({ fast, slow, signal }) => new KvoStream(fast, slow, signal),
});

/** The two numbers of one bar. */
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
