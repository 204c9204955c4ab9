import type { Column } from "../primitives/column.ts";
import { indicatorDegree } from "./indicator-degree.ts";

/** Where an indicator is drawn: over the bars, or on a scale of its own below them. */
export type IndicatorPane = "price" | "own";

/** Share of an indicator's values that must lie near the bars for it to be drawn over them. */
const NEAR_SHARE = 0.8;

/**
 * Draws an indicator over the bars when it may be a price (its degree in price is 1, or unknown) and it stands where prices
 * stand: four of five values between half the low and twice the high of their bar. So a slow average of a stock that rose
 * tenfold stays on the bars, while an average true range, which is in price but far below it, and an RSI of a stock that
 * happens to cost 50 get a scale of their own. An indicator without any value keeps to the bars.
 */
export function indicatorPane(
  key: string,
  values: Column,
  bars: { readonly low: Column; readonly high: Column },
): IndicatorPane {
  const degree = indicatorDegree(key);
  if (degree !== undefined && degree !== 1) return "own";
  let defined = 0;
  let near = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    defined++;
    if (value >= bars.low[i]! / 2 && value <= bars.high[i]! * 2) near++;
  }
  return near >= defined * NEAR_SHARE ? "price" : "own";
}
