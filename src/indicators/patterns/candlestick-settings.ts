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
  bodyLong: { measure: "body", period: 10, factor: 1 },
  /** Part of TA-Lib's settings, though no pattern of its asks for it. */
  bodyVeryLong: { measure: "body", period: 10, factor: 3 },
  bodyShort: { measure: "body", period: 10, factor: 1 },
  bodyDoji: { measure: "range", period: 10, factor: 0.1 },
  shadowLong: { measure: "body", period: 0, factor: 1 },
  shadowVeryLong: { measure: "body", period: 0, factor: 2 },
  shadowShort: { measure: "shadow", period: 10, factor: 1 },
  shadowVeryShort: { measure: "range", period: 10, factor: 0.1 },
  /** Prices or bodies that are not far from each other. */
  near: { measure: "range", period: 5, factor: 0.2 },
  far: { measure: "range", period: 5, factor: 0.6 },
  /** Prices that count as the same. */
  equal: { measure: "range", period: 5, factor: 0.05 },
} as const satisfies Readonly<Record<string, CandlestickSetting>>;
