import { BlockSum } from "../../primitives/block-sum.ts";
import { missingColumn, type Column } from "../../primitives/column.ts";
import { Stream } from "../stream.ts";
import { CandlestickBars, type CandlestickRule } from "./candlestick-bars.ts";
import { columnsByTerm, type CandlestickMean } from "./candlestick-measures.ts";
import type { CandlestickMeasure } from "./candlestick-settings.ts";

/** Capacity of the columns in bars, and the number of bars that stay when they are full. No pattern looks back further. */
const ROOM = 64;
const KEPT = 8;

/** The index of each measure in the column of one bar's measures. */
const PLACES: Readonly<Record<CandlestickMeasure, number>> = { body: 0, range: 1, shadow: 2 };

/** Stream of a candlestick pattern. It keeps the last bars in columns, which the rule of the pattern reads as in a batch. */
export class CandlestickStream<Params> extends Stream<number> {
  declare readonly bars: CandlestickBars;
  declare readonly means: Readonly<Record<string, MeanBefore>>;
  /** Index of the next bar in the columns. */
  at = 0;
  /** Number of consecutive complete bars up to the last one. */
  whole = 0;
  readonly #rule: CandlestickRule<Params>;
  readonly #params: Params;
  readonly #wait: number;
  readonly #means: readonly MeanBefore[];
  readonly #columns: readonly Column[];
  readonly #measures = new Float64Array(3);

  constructor(rule: CandlestickRule<Params>, params: Params, wait: number, means: readonly CandlestickMean[]) {
    super();
    this.#rule = rule;
    this.#params = params;
    this.#wait = wait;
    this.#means = means.map(({ measure, period }) => new MeanBefore(PLACES[measure], period));
    this.means = Object.fromEntries(this.#means.map((mean, m) => [`${means[m]!.measure}${mean.sum.period}`, mean]));
    const prices = [0, 1, 2, 3].map(() => missingColumn(ROOM)) as [Column, Column, Column, Column];
    const columns = this.#means.map((mean) => mean.column);
    this.bars = new CandlestickBars(...prices, columnsByTerm(means, columns));
    this.#columns = [...prices, ...columns];
  }

  update(open: number, high: number, low: number, close: number): number {
    const value = this.peek(open, high, low, close);
    const all = open + high + low + close;
    const nanIfMissing = all - all;
    this.whole = nanIfMissing === 0 ? this.whole + 1 : 0;
    const measures = this.#measures;
    const top = Math.max(open, close);
    const bottom = Math.min(open, close);
    measures[0] = Math.abs(close - open) + nanIfMissing;
    measures[1] = high - low + nanIfMissing;
    measures[2] = (high - top + (bottom - low)) / 2 + nanIfMissing;
    const next = this.at + 1;
    const means = this.#means;
    for (let m = 0; m < means.length; m++) means[m]!.take(measures, next);
    this.at = next;
    if (next === ROOM - 1) this.#makeRoom();
    return value;
  }

  /** Returns the value for a forming bar, which is written where `update` writes the next bar. */
  override peek(open: number, high: number, low: number, close: number): number {
    const { bars, at } = this;
    bars.open[at] = open;
    bars.high[at] = high;
    bars.low[at] = low;
    bars.close[at] = close;
    const all = open + high + low + close;
    return all - all === 0 && this.whole >= this.#wait ? this.#rule(bars, at, this.#params) : NaN;
  }

  #makeRoom(): void {
    const from = this.at - KEPT;
    for (const column of this.#columns) for (let i = 0; i <= KEPT; i++) column[i] = column[from + i]!;
    this.at = KEPT;
  }
}

/** Computes the mean of one measure over the bars before each bar. */
class MeanBefore {
  declare readonly place: number;
  declare readonly sum: BlockSum;
  readonly column = missingColumn(ROOM);

  constructor(place: number, period: number) {
    this.place = place;
    this.sum = new BlockSum(period);
  }

  /** Adds the measures of a bar, and stores the mean for the bar at the index `next`. */
  take(measures: Column, next: number): void {
    this.column[next] = this.sum.update(measures[this.place]!) / this.sum.period;
  }
}
