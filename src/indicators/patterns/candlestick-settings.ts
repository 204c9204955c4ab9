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

export const BODY_LONG = { measure: "body", period: 10, factor: 1 } as const;
/** Part of TA-Lib's settings, though no pattern of its asks for it. */
const BODY_VERY_LONG = { measure: "body", period: 10, factor: 3 } as const;
export const BODY_SHORT = { measure: "body", period: 10, factor: 1 } as const;
export const BODY_DOJI = { measure: "range", period: 10, factor: 0.1 } as const;
export const SHADOW_LONG = { measure: "body", period: 0, factor: 1 } as const;
export const SHADOW_VERY_LONG = { measure: "body", period: 0, factor: 2 } as const;
export const SHADOW_SHORT = { measure: "shadow", period: 10, factor: 1 } as const;
export const SHADOW_VERY_SHORT = { measure: "range", period: 10, factor: 0.1 } as const;
/** Prices or bodies that are not far from each other. */
export const NEAR = { measure: "range", period: 5, factor: 0.2 } as const;
export const FAR = { measure: "range", period: 5, factor: 0.6 } as const;
/** Prices that count as the same. */
export const EQUAL = { measure: "range", period: 5, factor: 0.05 } as const;

/** The words that stand on means over the bars before. */
export const MEAN_WORDS = [
  "bodyLong",
  "bodyShort",
  "bodyDoji",
  "shadowShort",
  "shadowVeryShort",
  "near",
  "far",
  "equal",
] as const;

/** A word of the patterns. */
export type CandlestickWord = keyof typeof CANDLESTICK_SETTINGS;

/** What a pattern means by some of them: it names their settings, so that a page with one pattern loads no others. */
export type CandlestickWords = { readonly [W in CandlestickWord]?: CandlestickSetting };

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
