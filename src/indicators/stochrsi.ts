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
 * Stochastic RSI: where the relative strength index lies in its own range of the last bars, in percent. It reaches its extremes far
 * more often than the index itself: above 80 strength is near the highest it has lately been, below 20 near the lowest.
 *
 * `raw = 100 * (rsi - lowest) / (highest - lowest)`, `k = sma(raw, slowing)`, `d = sma(k, dPeriod)`
 *
 * - `rsiPeriod` 14 changes in the index, `kPeriod` 14 bars of its range, `slowing` 3, `dPeriod` 3 unless given.
 * - `flat`: what a range of no height counts as, 50 unless given; TA-Lib takes 0, and does not slow `k`.
 * - A market that stands still keeps the strength it had, exactly, so once it has done so for `kPeriod` bars the range is flat. Over
 *   one change (`rsiPeriod` 1) its strength is 50.
 * - `k` starts at index `rsiPeriod + kPeriod + slowing - 2`, `d` at `dPeriod - 1` bars later.
 * - A missing value leaves two changes missing, and makes every window that holds one of them NaN; the index itself goes on.
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
    rsiPeriod: param.integer({ default: 14, description: "changes in Wilder's average of the index" }),
    kPeriod: param.integer({ default: 14, description: "bars of the range" }),
    slowing: param.integer({ default: 3, description: "bars of the average that makes %K" }),
    dPeriod: param.integer({ default: 3, description: "bars of the average that makes %D" }),
    flat: param.number({ default: 50, min: 0, max: 100, description: "value of a range of no height" }),
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
  // The windows hold what the index was so many bars before.
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

/** Over one change the index knows no other one: without it the index is 50, and nothing is kept. */
function remembers(rsiPeriod: number): boolean {
  return rsiPeriod > 1;
}

/*
 * A change of zero lets both averages of the index fade alike, so the index stays; that it moves by its last digit is rounding.
 * A range made of nothing but such digits would be a random number: the last strength is kept instead.
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

/** The two numbers of one bar. */
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
  /** The strength that a market at rest keeps, NaN while there is none. */
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

  /** The strength kept where nothing has changed; a missing one stays missing. */
  #steady(source: number, strength: number): number {
    const rest = this.remembers && source === this.last && strength === strength && this.kept === this.kept;
    return rest ? this.kept : strength;
  }
}
