import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { emaFactor, fadingSteps, Smoothing } from "../primitives/smoothing.ts";
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
 * - The force is 0 before the first trend and where `cumulated` is zero; a bar without height in a trend that had some counts
 *   its whole volume.
 * - The line starts at index `slow`, signal at `slow + signal - 1`: the force needs the bar before.
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
    return TURN + longest + signal - 1 + fadingSteps(emaFactor(longest)) + fadingSteps(emaFactor(signal));
  },
  batch([high, low, close, volume], { fast, slow, signal }, [line, average]) {
    const stream = new KvoStream(fast, slow, signal);
    const length = close.length;
    for (let start = 0; start < length; start += STRIP) {
      const end = stripEnd(start, length);
      stream.force.stretch(high, low, close, volume, start, end, line);
      stream.stretch(start, end, line, average);
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
  readonly fast: Smoothing;
  readonly slow: Smoothing;
  readonly signal: Smoothing;
  readonly value = new KvoValue();

  constructor(fast: number, slow: number, signal: number) {
    super();
    this.fast = new Smoothing(emaFactor(fast), fast);
    this.slow = new Smoothing(emaFactor(slow), slow);
    this.signal = new Smoothing(emaFactor(signal), signal);
  }

  update(high: number, low: number, close: number, volume: number): KvoValue {
    return this.#average(this.force.update(high, low, close, volume));
  }

  #average(force: number): KvoValue {
    const line = this.fast.update(force) - this.slow.update(force);
    this.value.kvo = line;
    this.value.signal = this.signal.update(line);
    return this.value;
  }

  override peek(high: number, low: number, close: number, volume: number): KvoValue {
    const force = this.force.peek(high, low, close, volume);
    const value = new KvoValue();
    value.kvo = this.fast.peek(force) - this.slow.peek(force);
    value.signal = this.signal.peek(value.kvo);
    return value;
  }

  /** Takes the forces that lie in `line` from `start` to before `end` and writes the numbers of their bars. */
  stretch(start: number, end: number, line: Column, signal: Column): void {
    let i = start;
    for (; i < end && this.signal.average !== this.signal.average; i++) {
      const value = this.#average(line[i]);
      line[i] = value.kvo;
      signal[i] = value.signal;
    }
    const fastFactor = this.fast.factor;
    const slowFactor = this.slow.factor;
    const signalFactor = this.signal.factor;
    let fast = this.fast.average;
    let slow = this.slow.average;
    let mean = this.signal.average;
    for (; i < end; i++) {
      // Up to the next gap in a loop of its own, see `Smoothing`.
      for (; i < end; i++) {
        const force = line[i];
        if (force !== force) break;
        fast += fastFactor * (force - fast);
        slow += slowFactor * (force - slow);
        const distance = fast - slow;
        mean += signalFactor * (distance - mean);
        line[i] = distance;
        signal[i] = mean;
      }
      if (i < end) {
        line[i] = MISSING[0];
        signal[i] = MISSING[0];
      }
    }
    this.fast.average = fast;
    this.slow.average = slow;
    this.signal.average = mean;
  }
}
