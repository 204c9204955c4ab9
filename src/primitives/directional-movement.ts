import { gain as gainOf } from "./numbers.ts";
import { MISSING, type Column } from "./column.ts";
import { NOISE } from "./noise.ts";
import { param } from "./param.ts";
import { convergenceSteps, Smoothing, smoothRange, wilderFactor } from "./smoothing.ts";
import { TrueRange } from "./true-range.ts";

/** Local copy of the import, which V8 can inline. Calling the import itself costs 2 ns per bar and boxes its results. */
const gain = gainOf;

/** Initial value of Wilder's averages: from the first `period` moves (`wilder`), or from `period - 1` moves as in TA-Lib (`talib`). */
export type MovementInit = "wilder" | "talib";

/** Parameter of indicators that chooses the initial value. */
export const movementInit = param.choice(["wilder", "talib"], {
  default: "wilder",
  description: "start of the averages: the first period moves, or period - 1 moves as in TA-Lib",
});

/*
 * While prices do not change, all three averages decay towards 0 but their ratios stay. Before they lose digits, all are multiplied by the
 * same power of 2; the result is still negligible compared with any price change. All three are checked, since inconsistent bars can have
 * movement without range.
 */
const TINY = 2 ** -900;
const RESCALE = 2 ** 200;

/** Returns the difference up to which the two moves of a bar count as equal, since rounding separates equal decimals. */
function noiseOf(high: number, low: number): number {
  return 2 * NOISE * (Math.abs(high) + Math.abs(low));
}

/** Returns `part` in percent of `range`; 0 for a range of 0. */
function percent(part: number, range: number): number {
  return Math.min(100, 100 * (part / (range + Number(range === 0))));
}

/** Returns the difference of the two movements in percent of their sum; 0 if both are 0. */
function imbalance(plus: number, minus: number): number {
  const both = plus + minus;
  return 100 * (Math.abs(plus - minus) / (both + Number(both === 0)));
}

/**
 * Wilder's directional movement: the parts of the range above the previous high and below the previous low, and the average imbalance of
 * both. Equal moves in both directions count as none. A bar without a true range leaves the averages unchanged.
 */
export class DirectionalMovement {
  declare readonly period: number;
  /** Number of moves in the initial value of the averages. */
  declare readonly seedLength: number;
  declare readonly factor: number;
  declare readonly ranges: TrueRange;
  declare readonly smoothing: Smoothing;
  lastHigh = NaN;
  lastLow = NaN;
  /** Number of moves so far, up to the number that the initial value needs. */
  moves = 0;
  declare begins: boolean;
  /** Averages of the movements and of the true range; sums until the initial value is complete. */
  plus = 0;
  minus = 0;
  range = 0;
  /** Results of the last bar: both movements in percent of the range, and their average imbalance. */
  plusDi = NaN;
  minusDi = NaN;
  adx = NaN;

  constructor(period: number, init: MovementInit) {
    this.period = period;
    this.seedLength = init === "talib" ? period - 1 : period;
    this.begins = this.seedLength > 0;
    this.factor = wilderFactor(period);
    this.ranges = new TrueRange();
    this.smoothing = new Smoothing(wilderFactor(period), period);
  }

  /** Adds a bar and sets `plusDi`, `minusDi` and `adx`. */
  update(high: number, low: number, close: number): void {
    const imbalanced = this.#add(high, low, this.ranges.update(high, low, close));
    const none = imbalanced - imbalanced;
    this.plusDi = percent(this.plus, this.range) + none;
    this.minusDi = percent(this.minus, this.range) + none;
    this.adx = this.smoothing.update(imbalanced);
  }

  /** Adds a bar and returns only the average imbalance. */
  average(high: number, low: number, close: number): number {
    return this.smoothing.update(this.#add(high, low, this.ranges.update(high, low, close)));
  }

  /** Writes the results of bars from `start` up to but not including `end`, as `update` does, in loops. */
  batch(
    high: Column,
    low: Column,
    close: Column,
    start: number,
    end: number,
    plusDi: Column,
    minusDi: Column,
    adx: Column,
  ): void {
    // The column `adx` contains the true ranges first, then the imbalances, then their average.
    this.ranges.batch(high, low, close, start, end, adx);
    this.#movements(high, low, start, end, plusDi, minusDi, adx);
    smoothRange(this.smoothing, adx, start, end, adx);
  }

  /** Adds a bar with its true range and returns the imbalance. */
  #add(high: number, low: number, range: number): number {
    const up = high - this.lastHigh;
    const down = this.lastLow - low;
    const noise = noiseOf(high, low);
    this.lastHigh = high;
    this.lastLow = low;
    if (range - range !== 0) return MISSING[0];
    const plus = gain(up) * Number(up - down > noise);
    const minus = gain(down) * Number(down - up > noise);
    if (this.begins) return this.#begin(plus, minus, range) * 1;
    if (this.range < TINY) this.#rescale();
    const { factor } = this;
    this.range += factor * (range - this.range);
    return imbalance((this.plus += factor * (plus - this.plus)), (this.minus += factor * (minus - this.minus)));
  }

  #begin(plus: number, minus: number, range: number): number {
    this.moves++;
    this.plus += plus;
    this.minus += minus;
    this.range += range;
    this.begins = this.moves < this.seedLength;
    if (this.begins) return MISSING[0];
    this.plus /= this.period;
    this.minus /= this.period;
    this.range /= this.period;
    return this.moves < this.period ? MISSING[0] : imbalance(this.plus, this.minus);
  }

  #rescale(): void {
    if (this.plus + this.minus >= TINY) return;
    this.plus *= RESCALE;
    this.minus *= RESCALE;
    this.range *= RESCALE;
  }

  #movements(
    high: Column,
    low: Column,
    start: number,
    end: number,
    plusDi: Column,
    minusDi: Column,
    ranges: Column,
  ): void {
    let i = start | 0;
    for (; i < end && this.begins; i++) {
      const imbalanced = this.#add(high[i], low[i], ranges[i]);
      const none = imbalanced - imbalanced;
      plusDi[i] = percent(this.plus, this.range) + none;
      minusDi[i] = percent(this.minus, this.range) + none;
      ranges[i] = imbalanced;
    }
    const { factor } = this;
    let { plus, minus, range, lastHigh, lastLow } = this;
    for (; i < end; i++) {
      // The inner loop ends at the next missing value, which is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const up = high[i] - lastHigh;
        const down = lastLow - low[i];
        const noise = noiseOf(high[i], low[i]);
        const step = ranges[i];
        lastHigh = high[i];
        lastLow = low[i];
        if (step - step !== 0) break;
        if (range < TINY && plus + minus < TINY) {
          plus *= RESCALE;
          minus *= RESCALE;
          range *= RESCALE;
        }
        plus += factor * (gain(up) * Number(up - down > noise) - plus);
        minus += factor * (gain(down) * Number(down - up > noise) - minus);
        range += factor * (step - range);
        plusDi[i] = percent(plus, range);
        minusDi[i] = percent(minus, range);
        ranges[i] = imbalance(plus, minus);
      }
      if (i < end) {
        plusDi[i] = NaN;
        minusDi[i] = NaN;
        ranges[i] = NaN;
      }
    }
    this.plus = plus;
    this.minus = minus;
    this.range = range;
    this.lastHigh = lastHigh;
    this.lastLow = lastLow;
  }
}

/** Returns the number of bars after which the initial values no longer influence the results. */
export function movementConvergence(period: number): number {
  return 2 * period - 1 + 2 * convergenceSteps(wilderFactor(period));
}
