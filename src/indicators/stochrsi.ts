import { BlockExtreme, blockExtremes } from "../primitives/block-extremes.ts";
import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { rangePosition, rangePositions } from "../primitives/bar-measures.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { convergenceSteps, wilderFactor } from "../primitives/smoothing.ts";
import { defineIndicator } from "./define.ts";
import { rsi } from "./rsi.ts";
import { Stream } from "./stream.ts";

/**
 * Stochastic RSI: the place of the relative strength index in its own recent range, in percent. It reaches its extremes far more often
 * than the index. Above 80 the index is near its recent high, below 20 near its recent low.
 *
 * `raw = 100 * (rsi - lowest) / (highest - lowest)`, `k = sma(raw, slowing)`, `d = sma(k, dPeriod)`
 *
 * - `rsiPeriod`: changes in the index; default 14. `kPeriod`: bars of its range; default 14. `slowing`: default 3. `dPeriod`: default 3.
 * - `flat`: value of a flat range; default 50.
 * - While prices are constant the index keeps its last value exactly, so after `kPeriod` such bars its range is flat. With an
 *   `rsiPeriod` of 1 the index is then 50.
 * - `k` starts at index `rsiPeriod + kPeriod + slowing - 2`, `d` `dPeriod - 1` bars later.
 * - A missing value leaves the changes to and from it missing, and gives NaN for every window that contains one of them; the index itself continues.
 *
 * Tushar S. Chande and Stanley Kroll, The New Technical Trader (1994).
 *
 * @example
 * stochrsi(Float64Array.of(10, 11, 10.5, 12, 11.5, 12), 2, 2, 1, 2).k; // NaN, NaN, NaN, 100, 0, 100
 */
export const stochrsi = defineIndicator({
  name: "stochrsi",
  title: "Stochastic RSI",
  category: "momentum",
  inputs: ["source"],
  params: {
    rsiPeriod: param.integer({ default: 14, description: "number of price changes in the RSI's averages" }),
    kPeriod: param.integer({ default: 14, description: "number of RSI values in the window" }),
    slowing: param.integer({ default: 3, description: "number of bars of the average for %K" }),
    dPeriod: param.integer({ default: 3, description: "number of bars of the average for %D" }),
    flat: param.number({ default: 50, min: 0, max: 100, description: "result if highest and lowest are equal" }),
  },
  outputs: {
    k: { title: "%K", scale: { source: 0 }, range: [0, 100] },
    d: { title: "%D", scale: { source: 0 }, range: [0, 100] },
  },
  compat: { talib: { slowing: 1, flat: 0 } },
  memory: "recursive",
  warmup({ rsiPeriod, kPeriod, slowing, dPeriod }) {
    const k = rsiPeriod + kPeriod + slowing - 2;
    return { k, d: k + dPeriod - 1 };
  },
  // The windows of the stochastic contain earlier values of the RSI, which must be stable too.
  stableAfter({ rsiPeriod, kPeriod, slowing, dPeriod }) {
    const windows = kPeriod + slowing + dPeriod - 2;
    return rsiPeriod + 2 * windows + convergenceSteps(wilderFactor(rsiPeriod));
  },
  batch([source], { rsiPeriod, kPeriod, slowing, dPeriod, flat }, [k, d]) {
    const strength = borrowColumn(source.length);
    rsi.spec.batch([source], { period: rsiPeriod }, [strength]);
    if (remembers(rsiPeriod)) steady(source, strength);
    blockExtremes(strength, strength, strength, kPeriod, k, d);
    rangePositions(strength, k, d, flat, 0);
    blockSum(d, slowing, slowing, k);
    blockSum(k, dPeriod, dPeriod, d);
    returnColumn(strength);
  },
  stream: ({ rsiPeriod, kPeriod, slowing, dPeriod, flat }) =>
    new StochrsiStream(rsiPeriod, kPeriod, slowing, dPeriod, flat),
});

/** Whether the RSI depends on earlier changes. With a period of 1 it does not, so it is 50 after an unchanged bar. */
function remembers(rsiPeriod: number): boolean {
  return rsiPeriod > 1;
}

/*
 * An unchanged price fades both averages of the index equally, so the index stays the same except for rounding. A range of
 * rounding errors would be random, so the last strength is kept instead.
 */
function steady(source: Column, strength: Column): void {
  let last = MISSING[0];
  let kept = MISSING[0];
  for (let i = 0; i < source.length; i++) {
    const change = source[i] - last;
    last = source[i];
    const value = strength[i];
    if (value !== value) continue;
    if (change !== 0 || kept !== kept) kept = value;
    else strength[i] = kept;
  }
}

/** Output values of one bar. */
class StochrsiValue {
  k = NaN;
  d = NaN;
}

class StochrsiStream extends Stream<StochrsiValue> {
  declare readonly flat: number;
  declare readonly remembers: boolean;
  declare readonly strength: Stream<number>;
  declare readonly highest: BlockExtreme;
  declare readonly lowest: BlockExtreme;
  declare readonly fast: BlockSum;
  declare readonly slow: BlockSum;
  last = NaN;
  /** The RSI that is repeated while the price is unchanged, NaN before the first RSI. */
  kept = NaN;
  readonly value = new StochrsiValue();

  constructor(rsiPeriod: number, kPeriod: number, slowing: number, dPeriod: number, flat: number) {
    super();
    this.flat = flat;
    this.remembers = remembers(rsiPeriod);
    this.strength = rsi.spec.stream({ period: rsiPeriod });
    this.highest = new BlockExtreme(1, kPeriod);
    this.lowest = new BlockExtreme(-1, kPeriod);
    this.fast = new BlockSum(slowing);
    this.slow = new BlockSum(dPeriod);
  }

  update(source: number): StochrsiValue {
    const strength = this.#steady(source, this.strength.update(source));
    this.last = source;
    if (strength === strength) this.kept = strength;
    const raw = rangePosition(strength, this.highest.update(strength), this.lowest.update(strength), this.flat);
    this.value.k = this.fast.update(raw) / this.fast.period;
    this.value.d = this.slow.update(this.value.k) / this.slow.period;
    return this.value;
  }

  override peek(source: number): StochrsiValue {
    const strength = this.#steady(source, this.strength.peek(source));
    const raw = rangePosition(strength, this.highest.peek(strength), this.lowest.peek(strength), this.flat);
    const value = new StochrsiValue();
    value.k = this.fast.peek(raw) / this.fast.period;
    value.d = this.slow.peek(value.k) / this.slow.period;
    return value;
  }

  /** Returns the repeated RSI if the price is unchanged, else the given RSI. A missing RSI stays missing. */
  #steady(source: number, strength: number): number {
    const rest = this.remembers && source === this.last && strength === strength && this.kept === this.kept;
    return rest ? this.kept : strength;
  }
}
