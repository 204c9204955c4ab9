import type { Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import type { UndefinedCase } from "./spec.ts";
import { Stream } from "./stream.ts";

/**
 * Pivot points: price levels for the current session, week or month, from the high, low and close of the previous one.
 * Floor traders expect a market to hesitate there. `r1` to `r3` are resistances above, `s1` to `s3` supports below.
 *
 * Levels from the previous period, with `range = high - low`:
 * - `"classic"`, the default: `pivot = (high + low + close) / 3`; `r1 = 2 * pivot - low`, `r2 = pivot + range`, `r3 = high
 *   + 2 * (pivot - low)`; `s1 = 2 * pivot - high`, `s2 = pivot - range`, `s3 = low - 2 * (high - pivot)`
 * - `"fibonacci"`: the same pivot, and 0.382, 0.618 and 1 times the range from it
 * - `"camarilla"`: the same pivot, and 1.1 / 12, 1.1 / 6 and 1.1 / 4 times the range from the close
 * - `"woodie"`: as classic, with `pivot = (high + low + 2 * close) / 4`
 * - `"demark"`: `pivot = (high + low + close + x) / 4`, where `x` is the low if the period closed below its open, the high
 *   if it closed above, else the close. `r1` and `s1` are as classic; the other levels have no value
 *
 * - `anchor`: an id for each bar, which changes on the first bar of each period. Levels start with the first bar of the second period
 *   and change with each later period. If the data begin within a period, only its recorded bars count.
 * - A bar with a missing value has no levels and does not count in its period.
 *
 * @example
 * const open = Float64Array.of(10, 11, 12);
 * const high = Float64Array.of(12, 13, 14);
 * const low = Float64Array.of(9, 10, 11);
 * const close = Float64Array.of(11, 11, 13);
 * const session = Float64Array.of(1, 1, 2);
 * pivots(open, high, low, close, session).r1; // NaN, NaN, 13
 */
export const pivots = defineIndicator({
  name: "pivots",
  title: "Pivot points",
  category: "trend",
  inputs: ["open", "high", "low", "close", "anchor"],
  params: {
    method: param.choice(["classic", "fibonacci", "camarilla", "woodie", "demark"], {
      default: "classic",
      description: "level formula",
    }),
  },
  outputs: {
    pivot: { title: "Pivot", scale: { price: 1 }, undefinedWhen: undefinedLevel(false) },
    r1: { title: "Resistance 1", scale: { price: 1 }, undefinedWhen: undefinedLevel(false) },
    r2: { title: "Resistance 2", scale: { price: 1 }, undefinedWhen: undefinedLevel(true) },
    r3: { title: "Resistance 3", scale: { price: 1 }, undefinedWhen: undefinedLevel(true) },
    s1: { title: "Support 1", scale: { price: 1 }, undefinedWhen: undefinedLevel(false) },
    s2: { title: "Support 2", scale: { price: 1 }, undefinedWhen: undefinedLevel(true) },
    s3: { title: "Support 3", scale: { price: 1 }, undefinedWhen: undefinedLevel(true) },
  },
  memory: "recursive",
  // The second bar is the first one on which an earlier session, week or month can be complete.
  warmup: () => ({ pivot: 1, r1: 1, r2: 1, r3: 1, s1: 1, s2: 1, s3: 1 }),
  batch([open, high, low, close, anchor], { method }, outs) {
    const stream = new PivotsStream(method);
    const length = close.length;
    for (let start = 0; start < length; start += STRIP)
      stream.batch(open, high, low, close, anchor, start, stripEnd(start, length), outs);
  },
  stream: ({ method }) => new PivotsStream(method),
});

type Method = "classic" | "fibonacci" | "camarilla" | "woodie" | "demark";

function undefinedLevel(outer: boolean): UndefinedCase {
  return {
    description: outer
      ? "no session, week or month is complete, or the method has no such level"
      : "no session, week or month is complete",
    holds([, , , , anchor], { method }, index) {
      if (outer && method === "demark") return true;
      for (let i = 1; i <= index; i++) if (anchor![i] !== anchor![0]) return false;
      return true;
    },
  };
}

/** Output values of one bar. */
class PivotsValue {
  pivot = NaN;
  r1 = NaN;
  r2 = NaN;
  r3 = NaN;
  s1 = NaN;
  s2 = NaN;
  s3 = NaN;
}

/** Returns a weighted mean of high, low and close. Uses differences from the close, so that the mean of equal prices is exact. */
function mean(high: number, highs: number, low: number, lows: number, close: number, all: number): number {
  return close + ((high - close) * highs + (low - close) * lows) / all;
}

function floorLevels(into: PivotsValue, pivot: number, high: number, low: number): void {
  const range = high - low;
  into.pivot = pivot;
  into.r1 = pivot + (pivot - low);
  into.r2 = pivot + range;
  into.r3 = high + 2 * (pivot - low);
  into.s1 = pivot + (pivot - high);
  into.s2 = pivot - range;
  into.s3 = low - 2 * (high - pivot);
}

function steps(into: PivotsValue, middle: number, first: number, second: number, third: number): void {
  into.r1 = middle + first;
  into.r2 = middle + second;
  into.r3 = middle + third;
  into.s1 = middle - first;
  into.s2 = middle - second;
  into.s3 = middle - third;
}

/** For each method, a function that computes the levels from the prices of the previous session, week or month. */
const LEVELS: Readonly<
  Record<Method, (into: PivotsValue, open: number, high: number, low: number, close: number) => void>
> = {
  classic(into, _, high, low, close) {
    floorLevels(into, mean(high, 1, low, 1, close, 3), high, low);
  },
  fibonacci(into, _, high, low, close) {
    const range = high - low;
    into.pivot = mean(high, 1, low, 1, close, 3);
    steps(into, into.pivot, 0.382 * range, 0.618 * range, range);
  },
  camarilla(into, _, high, low, close) {
    const reach = 1.1 * (high - low);
    into.pivot = mean(high, 1, low, 1, close, 3);
    steps(into, close, reach / 12, reach / 6, reach / 4);
  },
  woodie(into, _, high, low, close) {
    floorLevels(into, mean(high, 1, low, 1, close, 4), high, low);
  },
  demark(into, open, high, low, close) {
    const pivot = mean(high, 1 + Number(close > open), low, 1 + Number(close < open), close, 4);
    into.pivot = pivot;
    into.r1 = pivot + (pivot - low);
    into.s1 = pivot + (pivot - high);
  },
};

class PivotsStream extends Stream<PivotsValue> {
  declare readonly method: Method;
  /** Id of the current session, week or month, NaN before the first bar, and its prices so far. */
  period = NaN;
  open = NaN;
  high = NaN;
  low = NaN;
  close = NaN;
  /** Levels computed from the previous session, week or month. */
  readonly levels = new PivotsValue();
  readonly none = new PivotsValue();

  constructor(method: Method) {
    super();
    this.method = method;
  }

  update(open: number, high: number, low: number, close: number, anchor: number): PivotsValue {
    const bar = open + high + low + close + anchor;
    if (bar - bar !== 0) return this.none;
    if (anchor !== this.period) this.#turn(open, high, low, anchor);
    this.high = Math.max(this.high, high);
    this.low = Math.min(this.low, low);
    this.close = close;
    return this.levels;
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(
    open: Column,
    high: Column,
    low: Column,
    close: Column,
    anchor: Column,
    start: number,
    end: number,
    [pivot, r1, r2, r3, s1, s2, s3]: readonly Column[],
  ): void {
    for (let i = start | 0; i < end; i++) {
      const value = this.update(open[i], high[i], low[i], close[i], anchor[i]);
      pivot[i] = value.pivot;
      r1[i] = value.r1;
      r2[i] = value.r2;
      r3[i] = value.r3;
      s1[i] = value.s1;
      s2[i] = value.s2;
      s3[i] = value.s3;
    }
  }

  /** Computes levels from the period that ended, if there is one, and starts the next period with its first bar. */
  #turn(open: number, high: number, low: number, anchor: number): void {
    if (this.period === this.period) LEVELS[this.method](this.levels, this.open, this.high, this.low, this.close);
    this.period = anchor;
    this.open = open;
    this.high = high;
    this.low = low;
  }
}
