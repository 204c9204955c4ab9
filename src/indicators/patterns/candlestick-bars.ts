import type { Column } from "../../primitives/column.ts";
import { NOISE } from "../../primitives/noise.ts";
import {
  BODY_DOJI,
  BODY_LONG,
  BODY_SHORT,
  EQUAL,
  FAR,
  NEAR,
  SHADOW_LONG,
  SHADOW_SHORT,
  SHADOW_VERY_LONG,
  SHADOW_VERY_SHORT,
  type MEAN_WORDS,
} from "./candlestick-settings.ts";

/** For each word the mean that it is a multiple of, by bar: over the bars before that bar, without itself. */
export type MeanColumns = Readonly<Record<(typeof MEAN_WORDS)[number], Column>>;

/**
 * Bars as the rule of a pattern reads them, by index: what they look like, and what is long or short among the bars before them.
 * A bar that closes where it opened is white, as in TA-Lib.
 */
export class CandlestickBars {
  declare readonly open: Column;
  declare readonly high: Column;
  declare readonly low: Column;
  declare readonly close: Column;
  declare readonly means: MeanColumns;

  constructor(open: Column, high: Column, low: Column, close: Column, means: MeanColumns) {
    this.open = open;
    this.high = high;
    this.low = low;
    this.close = close;
    this.means = means;
  }
}

/* What rules ask of bars: functions and not members, so that a page with one pattern brings along no more than its rule asks. */

/**
 * Whether `a` is above `b`, as decimals: both are lengths or prices of bars about bar `i`, and what rounding leaves between equal
 * decimals sets nothing apart. A length is two prices, a mean or a limit of lengths two more.
 */
export function above(bars: CandlestickBars, i: number, a: number, b: number): boolean {
  return a - b > 2 * NOISE * (Math.abs(bars.high[i]!) + Math.abs(bars.low[i]!));
}

/** Whether `a` is at most `b`, as decimals. */
export function atMost(bars: CandlestickBars, i: number, a: number, b: number): boolean {
  return !above(bars, i, a, b);
}

/** Closes at its open or above. */
export function white(bars: CandlestickBars, i: number): boolean {
  return bars.close[i]! >= bars.open[i]!;
}

/** Closes below its open. */
export function black(bars: CandlestickBars, i: number): boolean {
  return bars.close[i]! < bars.open[i]!;
}

/** 1 for a white bar, -1 for a black one. */
export function color(bars: CandlestickBars, i: number): 1 | -1 {
  return bars.close[i]! >= bars.open[i]! ? 1 : -1;
}

/** Length of the body. */
export function body(bars: CandlestickBars, i: number): number {
  return Math.abs(bars.close[i]! - bars.open[i]!);
}

/** Upper end of the body. */
export function top(bars: CandlestickBars, i: number): number {
  const open = bars.open[i]!;
  const close = bars.close[i]!;
  return close > open ? close : open;
}

/** Lower end of the body. */
export function bottom(bars: CandlestickBars, i: number): number {
  const open = bars.open[i]!;
  const close = bars.close[i]!;
  return close < open ? close : open;
}

export function upperShadow(bars: CandlestickBars, i: number): number {
  return bars.high[i]! - top(bars, i);
}

export function lowerShadow(bars: CandlestickBars, i: number): number {
  return bottom(bars, i) - bars.low[i]!;
}

/** The whole body lies above the body of an earlier bar. */
export function bodyGapUp(bars: CandlestickBars, i: number, earlier: number): boolean {
  return bottom(bars, i) > top(bars, earlier);
}

/** The whole body lies below the body of an earlier bar. */
export function bodyGapDown(bars: CandlestickBars, i: number, earlier: number): boolean {
  return top(bars, i) < bottom(bars, earlier);
}

/** The whole bar, shadows and all, lies above an earlier bar. */
export function gapUp(bars: CandlestickBars, i: number, earlier: number): boolean {
  return bars.low[i]! > bars.high[earlier]!;
}

/** The whole bar, shadows and all, lies below an earlier bar. */
export function gapDown(bars: CandlestickBars, i: number, earlier: number): boolean {
  return bars.high[i]! < bars.low[earlier]!;
}

/** A body is long above bars. */
export function bodyLong(bars: CandlestickBars, i: number): number {
  return BODY_LONG.factor * bars.means.bodyLong[i]!;
}

/** A body is short below bars. */
export function bodyShort(bars: CandlestickBars, i: number): number {
  return BODY_SHORT.factor * bars.means.bodyShort[i]!;
}

/** A body up to this is none: open and close are the same but for noise. */
export function bodyDoji(bars: CandlestickBars, i: number): number {
  return BODY_DOJI.factor * bars.means.bodyDoji[i]!;
}

/** A shadow is long above bars. */
export function shadowLong(bars: CandlestickBars, i: number): number {
  return SHADOW_LONG.factor * body(bars, i);
}

/** A shadow is very long above bars. */
export function shadowVeryLong(bars: CandlestickBars, i: number): number {
  return SHADOW_VERY_LONG.factor * body(bars, i);
}

/** A shadow is short below bars. */
export function shadowShort(bars: CandlestickBars, i: number): number {
  return SHADOW_SHORT.factor * bars.means.shadowShort[i]!;
}

/** A shadow is next to nothing below bars. */
export function shadowVeryShort(bars: CandlestickBars, i: number): number {
  return SHADOW_VERY_SHORT.factor * bars.means.shadowVeryShort[i]!;
}

/** How far from each other is still near. */
export function near(bars: CandlestickBars, i: number): number {
  return NEAR.factor * bars.means.near[i]!;
}

/** How far from each other is far. */
export function far(bars: CandlestickBars, i: number): number {
  return FAR.factor * bars.means.far[i]!;
}

/** How far from each other is still the same. */
export function equal(bars: CandlestickBars, i: number): number {
  return EQUAL.factor * bars.means.equal[i]!;
}

/** Whether a price is the same as a price of an earlier bar, by what the bars before that one call the same. */
export function same(bars: CandlestickBars, price: number, other: number, earlier: number): boolean {
  return atMost(bars, earlier, Math.abs(price - other), equal(bars, earlier));
}

/** The value of the bar at an index: 100 for a pattern that hints at rising prices, -100 at falling ones, 0 where there is none. */
export type CandlestickRule<Params> = (bars: CandlestickBars, i: number, params: Params) => number;

/** A long body without shadows. */
export function marubozuAt(bars: CandlestickBars, i: number): boolean {
  const none = shadowVeryShort(bars, i);
  return (
    above(bars, i, body(bars, i), bodyLong(bars, i)) &&
    above(bars, i, none, upperShadow(bars, i)) &&
    above(bars, i, none, lowerShadow(bars, i))
  );
}
