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
  type MEAN_TERMS,
} from "./candlestick-settings.ts";

/** For each term such as "long", a column of the means with which lengths are compared. The mean for a bar covers earlier bars. */
export type MeanColumns = Readonly<Record<(typeof MEAN_TERMS)[number], Column>>;

/**
 * Bars that the rule of a candlestick pattern reads by index, with means over the bars before each bar. A bar that closes at its open
 * is white, as in TA-Lib.
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

/*
 * These are functions instead of methods, so that a web page with one pattern loads only the functions of its rule.
 */

/**
 * Whether `a` is above `b`, as decimals: a rounding difference between lengths or prices near bar `i` does not count. The
 * tolerance allows for four prices, since a length is two prices and a limit of lengths two more.
 */
export function above(bars: CandlestickBars, i: number, a: number, b: number): boolean {
  return a - b > 2 * NOISE * (Math.abs(bars.high[i]!) + Math.abs(bars.low[i]!));
}

/** Whether `a` is at most `b`, apart from a rounding difference. */
export function atMost(bars: CandlestickBars, i: number, a: number, b: number): boolean {
  return !above(bars, i, a, b);
}

/** Whether bar `i` closes at or above its open. */
export function white(bars: CandlestickBars, i: number): boolean {
  return bars.close[i]! >= bars.open[i]!;
}

/** Whether bar `i` closes below its open. */
export function black(bars: CandlestickBars, i: number): boolean {
  return bars.close[i]! < bars.open[i]!;
}

/** Returns 1 for a white bar and -1 for a black bar. */
export function color(bars: CandlestickBars, i: number): 1 | -1 {
  return bars.close[i]! >= bars.open[i]! ? 1 : -1;
}

/** Returns the length of the body of bar `i`. */
export function body(bars: CandlestickBars, i: number): number {
  return Math.abs(bars.close[i]! - bars.open[i]!);
}

/** Returns the upper end of the body of bar `i`. */
export function top(bars: CandlestickBars, i: number): number {
  const open = bars.open[i]!;
  const close = bars.close[i]!;
  return close > open ? close : open;
}

/** Returns the lower end of the body of bar `i`. */
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

/** Whether the body of bar `i` is above the body of an earlier bar. */
export function bodyGapUp(bars: CandlestickBars, i: number, earlier: number): boolean {
  return bottom(bars, i) > top(bars, earlier);
}

/** Whether the body of bar `i` is below the body of an earlier bar. */
export function bodyGapDown(bars: CandlestickBars, i: number, earlier: number): boolean {
  return top(bars, i) < bottom(bars, earlier);
}

/** Whether the range of bar `i` is above the range of an earlier bar. */
export function gapUp(bars: CandlestickBars, i: number, earlier: number): boolean {
  return bars.low[i]! > bars.high[earlier]!;
}

/** Whether the range of bar `i` is below the range of an earlier bar. */
export function gapDown(bars: CandlestickBars, i: number, earlier: number): boolean {
  return bars.high[i]! < bars.low[earlier]!;
}

/** Returns the length above which the body of bar `i` is long. */
export function bodyLong(bars: CandlestickBars, i: number): number {
  return BODY_LONG.factor * bars.means.bodyLong[i]!;
}

/** Returns the length below which the body of bar `i` is short. */
export function bodyShort(bars: CandlestickBars, i: number): number {
  return BODY_SHORT.factor * bars.means.bodyShort[i]!;
}

/** Returns the length up to which the body of bar `i` is that of a doji. */
export function bodyDoji(bars: CandlestickBars, i: number): number {
  return BODY_DOJI.factor * bars.means.bodyDoji[i]!;
}

/** Returns the length above which a shadow of bar `i` is long. */
export function shadowLong(bars: CandlestickBars, i: number): number {
  return SHADOW_LONG.factor * body(bars, i);
}

/** Returns the length above which a shadow of bar `i` is very long. */
export function shadowVeryLong(bars: CandlestickBars, i: number): number {
  return SHADOW_VERY_LONG.factor * body(bars, i);
}

/** Returns the length below which a shadow of bar `i` is short. */
export function shadowShort(bars: CandlestickBars, i: number): number {
  return SHADOW_SHORT.factor * bars.means.shadowShort[i]!;
}

/** Returns the length below which a shadow of bar `i` is negligible. */
export function shadowVeryShort(bars: CandlestickBars, i: number): number {
  return SHADOW_VERY_SHORT.factor * bars.means.shadowVeryShort[i]!;
}

/** Returns the distance up to which prices or bodies are near bar `i`. */
export function near(bars: CandlestickBars, i: number): number {
  return NEAR.factor * bars.means.near[i]!;
}

/** Returns the difference from which the lengths of bodies are far apart. */
export function far(bars: CandlestickBars, i: number): number {
  return FAR.factor * bars.means.far[i]!;
}

/** Returns the distance up to which prices count as equal. */
export function equal(bars: CandlestickBars, i: number): number {
  return EQUAL.factor * bars.means.equal[i]!;
}

/** Whether a price equals a price of an earlier bar, within the tolerance of that bar. */
export function same(bars: CandlestickBars, price: number, other: number, earlier: number): boolean {
  return atMost(bars, earlier, Math.abs(price - other), equal(bars, earlier));
}

/** Returns the value of the bar at an index: 100 for a bullish pattern, -100 for a bearish one, 0 for none. */
export type CandlestickRule<Params> = (bars: CandlestickBars, i: number, params: Params) => number;

/** Whether bar `i` is a marubozu: a long body with almost no shadows. */
export function marubozuAt(bars: CandlestickBars, i: number): boolean {
  const limit = shadowVeryShort(bars, i);
  return (
    above(bars, i, body(bars, i), bodyLong(bars, i)) &&
    above(bars, i, limit, upperShadow(bars, i)) &&
    above(bars, i, limit, lowerShadow(bars, i))
  );
}
