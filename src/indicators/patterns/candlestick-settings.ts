/**
 * Measure of a bar. `body` is the distance between open and close. `range` is the distance between low and high. `shadow`
 * is the mean of the upper shadow (from the body to the high) and the lower one.
 */
export type CandlestickMeasure = "body" | "range" | "shadow";

/**
 * Definition of one term of the patterns, such as "long". It compares with `factor` times the mean of a measure over the
 * `period` previous bars. With a period of 0 it compares with `factor` times that measure of the bar itself.
 */
export interface CandlestickSetting {
  readonly measure: CandlestickMeasure;
  readonly period: number;
  readonly factor: number;
}

export const BODY_LONG = { measure: "body", period: 10, factor: 1 } as const;
/** TA-Lib defines this setting, but none of its patterns uses it. */
const BODY_VERY_LONG = { measure: "body", period: 10, factor: 3 } as const;
export const BODY_SHORT = { measure: "body", period: 10, factor: 1 } as const;
export const BODY_DOJI = { measure: "range", period: 10, factor: 0.1 } as const;
export const SHADOW_LONG = { measure: "body", period: 0, factor: 1 } as const;
export const SHADOW_VERY_LONG = { measure: "body", period: 0, factor: 2 } as const;
export const SHADOW_SHORT = { measure: "shadow", period: 10, factor: 1 } as const;
export const SHADOW_VERY_SHORT = { measure: "range", period: 10, factor: 0.1 } as const;
/** The limit up to which prices or bodies are near each other. */
export const NEAR = { measure: "range", period: 5, factor: 0.2 } as const;
export const FAR = { measure: "range", period: 5, factor: 0.6 } as const;
/** The limit up to which prices count as equal. */
export const EQUAL = { measure: "range", period: 5, factor: 0.05 } as const;

/** The terms that depend on a mean over previous bars. */
export const MEAN_TERMS = [
  "bodyLong",
  "bodyShort",
  "bodyDoji",
  "shadowShort",
  "shadowVeryShort",
  "near",
  "far",
  "equal",
] as const;

/** A term in the rules of candlestick patterns, such as `bodyLong`. */
export type CandlestickTerm = keyof typeof CANDLESTICK_SETTINGS;

/** Settings of the terms that a pattern uses. Each pattern lists its own, so that a web page with one pattern loads no others. */
export type CandlestickTerms = { readonly [W in CandlestickTerm]?: CandlestickSetting };

/**
 * Settings of the terms that all candlestick patterns use: TA-Lib's defaults. For example, a body is long above the mean body of
 * the ten previous bars. A doji has a body up to a tenth of their mean range. A shadow is long if it exceeds the bar's own body.
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
