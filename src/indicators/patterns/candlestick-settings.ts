/**
 * What of a bar is measured: `body`, the distance between open and close; `range`, from low to high; `shadow`, the mean of its
 * upper shadow (from the body up to the high) and its lower one.
 */
export type CandlestickMeasure = "body" | "range" | "shadow";

/**
 * What one word of the patterns, such as "long", is compared with: `factor` times the mean of a measure over the `period` bars
 * before the bar in question, or, with a period of 0, times that measure of the bar itself.
 */
export interface CandlestickSetting {
  readonly measure: CandlestickMeasure;
  readonly period: number;
  readonly factor: number;
}

/** Made by a call: every pattern carries all of them, and a page loads three hundred bytes less. */
function setting<M extends CandlestickMeasure>(measure: M, period: number, factor: number) {
  return { measure, period, factor } as const;
}

export const BODY_LONG = setting("body", 10, 1);
/** Part of TA-Lib's settings, though no pattern of its asks for it. */
const BODY_VERY_LONG = setting("body", 10, 3);
export const BODY_SHORT = setting("body", 10, 1);
export const BODY_DOJI = setting("range", 10, 0.1);
export const SHADOW_LONG = setting("body", 0, 1);
export const SHADOW_VERY_LONG = setting("body", 0, 2);
export const SHADOW_SHORT = setting("shadow", 10, 1);
export const SHADOW_VERY_SHORT = setting("range", 10, 0.1);
/** Prices or bodies that are not far from each other. */
export const NEAR = setting("range", 5, 0.2);
export const FAR = setting("range", 5, 0.6);
/** Prices that count as the same. */
export const EQUAL = setting("range", 5, 0.05);

/** A word of the patterns. */
export type CandlestickWord = keyof typeof CANDLESTICK_SETTINGS;

/**
 * What the words of all candlestick patterns mean: TA-Lib's default settings. A body is long above the mean body of the ten bars
 * before, a doji up to a tenth of their mean range, a shadow long above the bar's own body.
 *
 * @example
 * CANDLESTICK_SETTINGS.bodyDoji; // { measure: "range", period: 10, factor: 0.1 }
 */
export const CANDLESTICK_SETTINGS = {
  bodyLong: BODY_LONG,
  bodyVeryLong: BODY_VERY_LONG,
  bodyShort: BODY_SHORT,
  bodyDoji: BODY_DOJI,
  shadowLong: SHADOW_LONG,
  shadowVeryLong: SHADOW_VERY_LONG,
  shadowShort: SHADOW_SHORT,
  shadowVeryShort: SHADOW_VERY_SHORT,
  near: NEAR,
  far: FAR,
  equal: EQUAL,
} as const satisfies Readonly<Record<string, CandlestickSetting>>;
