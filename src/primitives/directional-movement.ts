import { gain as gainOf } from "./numbers.ts";
import { MISSING, type Column } from "./column.ts";
import { NOISE } from "./noise.ts";
import { param } from "./param.ts";
import { convergenceSteps, Smoothing, smoothRange, wilderFactor } from "./smoothing.ts";
import { TrueRange } from "./true-range.ts";

/** A constant of this module is built into its loops; a call of what is imported costs 2 ns a bar more, and its numbers are boxed. */
const gain = gainOf;

/** What Wilder's averages of the movement begin with: the first `period` moves, or one fewer, as in TA-Lib. */
export type MovementInit = "wilder" | "talib";

/** The parameter by which an indicator lets its user choose that. */
export const movementInit = param.choice(["wilder", "talib"], {
  default: "wilder",
  description: "what the averages begin with: the first period moves, or one fewer as in TA-Lib",
});

/*
 * While a market stands still all three averages fade and their ratios stay. Before they lose digits they are lifted by the same
 * power of 2, to a size that is still nothing beside any change of a price. All of them are asked: where bars contradict themselves
 * there is movement without range.
 */
const TINY = 2 ** -900;
const RESCALE = 2 ** 200;

/** Up to which difference the two moves of a bar are the same: they are four prices, and equal as decimals. */
function noiseOf(high: number, low: number): number {
  return 2 * NOISE * (Math.abs(high) + Math.abs(low));
}

/** A part of the range in percent; none of no range. */
function percent(part: number, range: number): number {
  return Math.min(100, 100 * (part / (range + Number(range === 0))));
}

/** How far the two movements differ, in percent of both; 0 where nothing moved either way. */
function imbalance(plus: number, minus: number): number {
  const both = plus + minus;
  return 100 * (Math.abs(plus - minus) / (both + Number(both === 0)));
}

/**
 * Wilder's directional movement: which part of the range went beyond the bar before, upwards and downwards, and how one-sided
 * that was on average. Moves of one size both ways count for neither. A bar without a true range has no movement, and the averages go on with the next one.
 */
export class DirectionalMovement {
  declare readonly period: number;
  /** Moves that the averages begin with. */
  declare readonly seedLength: number;
  declare readonly factor: number;
  declare readonly ranges: TrueRange;
  declare readonly smoothing: Smoothing;
  lastHigh = NaN;
  lastLow = NaN;
  /** Moves that the averages have begun with, and whether they still begin. */
  moves = 0;
  declare begins: boolean;
  /** Averages of the movements and of the true range; their sums while they begin. */
  plus = 0;
  minus = 0;
  range = 0;
  /** The numbers of the last bar: both movements in percent of the range, and the average imbalance of the two. */
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

  /** Takes a bar and leaves its numbers in `plusDi`, `minusDi` and `adx`. */
  update(high: number, low: number, close: number): void {
    const apart = this.#take(high, low, this.ranges.update(high, low, close));
    const none = apart - apart;
    this.plusDi = percent(this.plus, this.range) + none;
    this.minusDi = percent(this.minus, this.range) + none;
    this.adx = this.smoothing.update(apart);
  }

  /** Takes a bar and returns its average imbalance, for what asks for nothing else. */
  average(high: number, low: number, close: number): number {
    return this.smoothing.update(this.#take(high, low, this.ranges.update(high, low, close)));
  }

  /** Takes the bars from `start` to before `end` and writes their numbers: `update` in loops. */
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
    // One column holds the true range, then the imbalance, then its average.
    this.ranges.batch(high, low, close, start, end, adx);
    this.#movements(high, low, start, end, plusDi, minusDi, adx);
    smoothRange(this.smoothing, adx, start, end, adx);
  }

  /** One bar with its true range; returns the imbalance. */
  #take(high: number, low: number, range: number): number {
    const up = high - this.lastHigh;
    const down = this.lastLow - low;
    const noise = noiseOf(high, low);
    this.lastHigh = high;
    this.lastLow = low;
    if (range - range !== 0) return MISSING[0];
    const plus = gain(up) * Number(up - down > noise);
    const minus = gain(down) * Number(down - up > noise);
    if (this.begins) return this.#begin(plus, minus, range) * 1;
    if (this.range < TINY) this.#lift();
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

  #lift(): void {
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
      const apart = this.#take(high[i], low[i], ranges[i]);
      const none = apart - apart;
      plusDi[i] = percent(this.plus, this.range) + none;
      minusDi[i] = percent(this.minus, this.range) + none;
      ranges[i] = apart;
    }
    const { factor } = this;
    let { plus, minus, range, lastHigh, lastLow } = this;
    for (; i < end; i++) {
      // Up to the next gap in a loop of its own, see `smoothRange`.
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

/** Bars after which the seeds of the movements and of their average imbalance no longer show. */
export function movementConvergence(period: number): number {
  return 2 * period - 1 + 2 * convergenceSteps(wilderFactor(period));
}
