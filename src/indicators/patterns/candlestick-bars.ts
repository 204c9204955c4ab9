import type { Column } from "../../primitives/column.ts";
import { CANDLESTICK_SETTINGS, type CandlestickWord } from "./candlestick-settings.ts";

const { bodyLong, bodyShort, bodyDoji, shadowLong, shadowVeryLong } = CANDLESTICK_SETTINGS;
const { shadowShort, shadowVeryShort, near, far, equal } = CANDLESTICK_SETTINGS;

/** For each word the mean that it is a multiple of, by bar: over the bars before that bar, without itself. */
export type MeanColumns = Readonly<Record<CandlestickWord, Column>>;

/**
 * Bars as the rule of a pattern reads them, by index: what they look like, and what is long or short among the bars before them.
 * A bar that closes where it opened is white, as in TA-Lib.
 */
export class CandlestickBars {
  readonly open: Column;
  readonly high: Column;
  readonly low: Column;
  readonly close: Column;
  readonly means: MeanColumns;

  constructor(open: Column, high: Column, low: Column, close: Column, means: MeanColumns) {
    this.open = open;
    this.high = high;
    this.low = low;
    this.close = close;
    this.means = means;
  }

  /** Closes at its open or above. */
  white(i: number): boolean {
    return this.close[i]! >= this.open[i]!;
  }

  /** Closes below its open. */
  black(i: number): boolean {
    return this.close[i]! < this.open[i]!;
  }

  /** 1 for a white bar, -1 for a black one. */
  color(i: number): 1 | -1 {
    return this.close[i]! >= this.open[i]! ? 1 : -1;
  }

  /** Length of the body. */
  body(i: number): number {
    return Math.abs(this.close[i]! - this.open[i]!);
  }

  /** Upper end of the body. */
  top(i: number): number {
    const open = this.open[i]!;
    const close = this.close[i]!;
    return close > open ? close : open;
  }

  /** Lower end of the body. */
  bottom(i: number): number {
    const open = this.open[i]!;
    const close = this.close[i]!;
    return close < open ? close : open;
  }

  upperShadow(i: number): number {
    return this.high[i]! - this.top(i);
  }

  lowerShadow(i: number): number {
    return this.bottom(i) - this.low[i]!;
  }

  /** The whole body lies above the body of an earlier bar. */
  bodyGapUp(i: number, earlier: number): boolean {
    return this.bottom(i) > this.top(earlier);
  }

  /** The whole body lies below the body of an earlier bar. */
  bodyGapDown(i: number, earlier: number): boolean {
    return this.top(i) < this.bottom(earlier);
  }

  /** The whole bar, shadows and all, lies above an earlier bar. */
  gapUp(i: number, earlier: number): boolean {
    return this.low[i]! > this.high[earlier]!;
  }

  /** The whole bar, shadows and all, lies below an earlier bar. */
  gapDown(i: number, earlier: number): boolean {
    return this.high[i]! < this.low[earlier]!;
  }

  /** A body is long above this. */
  bodyLong(i: number): number {
    return bodyLong.factor * this.means.bodyLong[i]!;
  }

  /** A body is short below this. */
  bodyShort(i: number): number {
    return bodyShort.factor * this.means.bodyShort[i]!;
  }

  /** A body up to this is none: open and close are the same but for noise. */
  bodyDoji(i: number): number {
    return bodyDoji.factor * this.means.bodyDoji[i]!;
  }

  /** A shadow is long above this. */
  shadowLong(i: number): number {
    return shadowLong.factor * this.body(i);
  }

  /** A shadow is very long above this. */
  shadowVeryLong(i: number): number {
    return shadowVeryLong.factor * this.body(i);
  }

  /** A shadow is short below this. */
  shadowShort(i: number): number {
    return shadowShort.factor * this.means.shadowShort[i]!;
  }

  /** A shadow is next to nothing below this. */
  shadowVeryShort(i: number): number {
    return shadowVeryShort.factor * this.means.shadowVeryShort[i]!;
  }

  /** How far from each other is still near. */
  near(i: number): number {
    return near.factor * this.means.near[i]!;
  }

  /** How far from each other is far. */
  far(i: number): number {
    return far.factor * this.means.far[i]!;
  }

  /** How far from each other is still the same. */
  equal(i: number): number {
    return equal.factor * this.means.equal[i]!;
  }

  /** Whether a price is the same as a price of an earlier bar, by what the bars before that one call the same. */
  same(price: number, other: number, earlier: number): boolean {
    const tolerance = this.equal(earlier);
    return price <= other + tolerance && price >= other - tolerance;
  }
}

/** The value of the bar at an index: 100 for a pattern that hints at rising prices, -100 at falling ones, 0 where there is none. */
export type CandlestickRule<Params> = (bars: CandlestickBars, i: number, params: Params) => number;
