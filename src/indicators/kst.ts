import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import { Delay } from "../primitives/delay.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Know sure thing: the momentum of four time spans, weighted toward the longer ones, so that no single swing can turn it. The usual
 * trigger is a cross of its signal line. Its sign shows the direction of the larger move.
 *
 * `kst = sma(roc1, sma1) + 2 * sma(roc2, sma2) + 3 * sma(roc3, sma3) + 4 * sma(roc4, sma4)`, `signal = sma(kst, signal)`, each
 * change in percent: `100 * (x[t] - x[t-roc]) / x[t-roc]`
 *
 * - `roc1` to `roc4`: bars of each change; default 10, 15, 20 and 30. `sma1` to `sma4`: bars of each average; default 10, 10, 10
 *   and 15. `signal`: default 9. These are the author's daily values.
 * - `kst` starts with the slowest of the four, by default at index 44, and `signal` at 52.
 * - No values while the window contains a change from a price of zero. A missing value gives NaN for every window that contains it.
 *
 * Martin J. Pring, "Summed Rate of Change (KST)", Technical Analysis of Stocks & Commodities (1992).
 *
 * @example
 * // The changes are 100, 50 and 100 percent, multiplied by 1 + 2 + 3 + 4.
 * kst(Float64Array.of(1, 2, 3, 6), 1, 1, 1, 1, 1, 1, 1, 1, 2).kst; // NaN, 1000, 500, 1000
 */
export const kst = defineIndicator({
  name: "kst",
  title: "Know sure thing",
  category: "momentum",
  inputs: ["source"],
  params: {
    roc1: param.integer({ default: 10, description: "number of bars of the first rate of change" }),
    roc2: param.integer({ default: 15, description: "number of bars of the second rate of change" }),
    roc3: param.integer({ default: 20, description: "number of bars of the third rate of change" }),
    roc4: param.integer({ default: 30, description: "number of bars of the fourth rate of change" }),
    sma1: param.integer({ default: 10, description: "number of bars of the first average" }),
    sma2: param.integer({ default: 10, description: "number of bars of the second average" }),
    sma3: param.integer({ default: 10, description: "number of bars of the third average" }),
    sma4: param.integer({ default: 15, description: "number of bars of the fourth average" }),
    signal: param.integer({ default: 9, description: "number of bars of the signal line" }),
  },
  outputs: {
    kst: {
      title: "KST",
      scale: { source: 0 },
      undefinedWhen: { description: "the window has a change from a price of 0", holds: fromZero },
    },
    signal: {
      title: "Signal line",
      scale: { source: 0 },
      undefinedWhen: { description: "the window has a change from a price of 0", holds: signalFromZero },
    },
  },
  memory: "window",
  warmup(params) {
    const first = Math.max(...spansOf(params).map(({ roc, sma }) => roc + sma - 1));
    return { kst: first, signal: first + params.signal - 1 };
  },
  batch([source], params, [line, signal]) {
    const changes = borrowColumn(source.length);
    spansOf(params).forEach(({ roc, sma }, i) => {
      percentChanges(source, roc, changes);
      blockSum(changes, sma, sma, signal);
      if (i === 0) line.set(signal);
      else addTimes(i + 1, signal, line);
    });
    returnColumn(changes);
    blockSum(line, params.signal, params.signal, signal);
  },
  stream: (params) => new KstStream(spansOf(params), params.signal),
});

/** One of the four time spans: a change over `roc` bars, averaged over `sma` bars. */
interface Span {
  readonly roc: number;
  readonly sma: number;
}

function spansOf(params: Readonly<Record<string, unknown>>): readonly Span[] {
  return [1, 2, 3, 4].map((i) => ({ roc: params[`roc${i}`] as number, sma: params[`sma${i}`] as number }));
}

function percentChange(value: number, reference: number): number {
  return (100 * (value - reference)) / (reference === 0 ? MISSING[0] : reference);
}

function percentChanges(source: Column, roc: number, out: Column): void {
  const { length } = source;
  out.fill(NaN, 0, Math.min(roc, length));
  for (let i = roc | 0; i < length; i++) out[i] = percentChange(source[i], source[i - roc]);
}

function addTimes(weight: number, average: Column, sum: Column): void {
  for (let i = 0; i < sum.length; i++) sum[i] += weight * average[i];
}

/** Output values of one bar. */
class KstValue {
  kst = NaN;
  signal = NaN;
}

class SmoothedChange {
  declare readonly weight: number;
  declare readonly before: Delay;
  declare readonly sum: BlockSum;
  declare readonly next: SmoothedChange | undefined;

  constructor(spans: readonly Span[], place: number) {
    const { roc, sma } = spans[place]!;
    this.weight = place + 1;
    this.before = new Delay(roc);
    this.sum = new BlockSum(sma);
    this.next = place + 1 < spans.length ? new SmoothedChange(spans, place + 1) : undefined;
  }

  update(value: number): number {
    return this.sum.update(percentChange(value, this.before.update(value))) / this.sum.period;
  }

  peek(value: number): number {
    return this.sum.peek(percentChange(value, this.before.peek(value))) / this.sum.period;
  }
}

class KstStream extends Stream<KstValue> {
  /** The first of four averaged changes, which form a linked list. V8 then inlines one update into the loop instead of four. */
  declare readonly changes: SmoothedChange;
  declare readonly signal: BlockSum;
  readonly value = new KstValue();

  constructor(spans: readonly Span[], signal: number) {
    super();
    this.changes = new SmoothedChange(spans, 0);
    this.signal = new BlockSum(signal);
  }

  update(source: number): KstValue {
    const { value, changes } = this;
    let line = changes.update(source);
    for (let change = changes.next; change; change = change.next) line += change.weight * change.update(source);
    value.kst = line;
    value.signal = this.signal.update(line) / this.signal.period;
    return value;
  }

  override peek(source: number): KstValue {
    const value = new KstValue();
    value.kst = this.changes.peek(source);
    for (let change = this.changes.next; change; change = change.next) value.kst += change.weight * change.peek(source);
    value.signal = this.signal.peek(value.kst) / this.signal.period;
    return value;
  }
}

function fromZero([source]: readonly Column[], params: Readonly<Record<string, unknown>>, index: number): boolean {
  return spansOf(params).some(({ roc, sma }) => source.subarray(index - sma + 1 - roc, index - roc + 1).includes(0));
}

function signalFromZero(inputs: readonly Column[], params: Readonly<Record<string, unknown>>, index: number): boolean {
  const bars = Array.from({ length: params["signal"] as number }, (_, i) => index - i);
  return bars.some((bar) => fromZero(inputs, params, bar));
}
