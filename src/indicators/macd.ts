import * as param from "../primitives/param-kinds.ts";
import { EmaDifferenceWithSignal } from "../primitives/ema-difference-with-signal.ts";
import { emaFactor, convergenceSteps } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Moving average convergence divergence: the distance of a fast average from a slow one, a signal line that averages it, and their
 * difference. Above zero the recent trend is up. The usual trigger is a cross of the signal line, where the histogram changes its sign.
 *
 * `macd = ema(fast) - ema(slow)`, `signal = ema(macd, signal)`, `histogram = macd - signal`
 *
 * - `fast`: default 12. `slow`: default 26. `signal`: default 9. Unit: price.
 * - `alignSeeds`: `false`, the default, starts each average with its own first bars; `true` starts the faster one
 *   later, so that both start on the same bar. The results agree once the initial averages have faded.
 * - The line starts at index `max(fast, slow) - 1`, signal and histogram `signal - 1` bars later.
 * - A missing value gives no result; the averages continue with the next value.
 *
 * Gerald Appel, The Moving Average Convergence-Divergence Trading Method (1979).
 *
 * @example
 * macd(Float64Array.of(1, 2, 4, 7, 11), 2, 3, 2).histogram; // NaN, NaN, NaN, 0.111111, 0.154321
 */
export const macd = defineIndicator({
  name: "macd",
  title: "Moving average convergence divergence",
  category: "momentum",
  inputs: ["source"],
  params: {
    fast: param.integer({ default: 12, description: "number of bars of the fast average" }),
    slow: param.integer({ default: 26, description: "number of bars of the slow average" }),
    signal: param.integer({ default: 9, description: "number of bars of the signal line" }),
    alignSeeds: param.boolean({ default: false, description: "both averages start together, as in TA-Lib" }),
  },
  outputs: {
    macd: { title: "MACD", scale: { source: 1 } },
    signal: { title: "Signal line", scale: { source: 1 } },
    histogram: { title: "Histogram", scale: { source: 1 } },
  },
  compat: { talib: { alignSeeds: true } },
  memory: "recursive",
  warmup({ fast, slow, signal }) {
    const line = Math.max(fast, slow) - 1;
    return { macd: line, signal: line + signal - 1, histogram: line + signal - 1 };
  },
  stableAfter({ fast, slow, signal }) {
    const longest = Math.max(fast, slow);
    return longest + signal - 2 + convergenceSteps(emaFactor(longest)) + convergenceSteps(emaFactor(signal));
  },
  batch([source], params, [line, signal, histogram]) {
    const distance = lineOf(params);
    const length = source.length;
    for (let start = 0; start < length; start += STRIP)
      distance.batch(source, start, stripEnd(start, length), line, signal, histogram);
  },
  stream: (params) => new MacdStream(params),
});

/** Output values of one bar. */
class MacdValue {
  macd = NaN;
  signal = NaN;
  histogram = NaN;
}

interface MacdParams {
  readonly fast: number;
  readonly slow: number;
  readonly signal: number;
  readonly alignSeeds: boolean;
}

function lineOf({ fast, slow, signal, alignSeeds }: MacdParams): EmaDifferenceWithSignal {
  return new EmaDifferenceWithSignal(fast, slow, signal, alignSeeds ? Math.max(fast, slow) : 0);
}

class MacdStream extends Stream<MacdValue> {
  declare readonly line: EmaDifferenceWithSignal;
  readonly value = new MacdValue();

  constructor(params: MacdParams) {
    super();
    this.line = lineOf(params);
  }

  update(source: number): MacdValue {
    const line = this.line.update(source);
    return written(this.value, line, this.line.signal.update(line));
  }

  override peek(source: number): MacdValue {
    const line = this.line.peek(source);
    return written(new MacdValue(), line, this.line.signal.peek(line));
  }
}

function written(into: MacdValue, line: number, signal: number): MacdValue {
  into.macd = line;
  into.signal = signal;
  into.histogram = line - signal;
  return into;
}
