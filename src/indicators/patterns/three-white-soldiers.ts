import { defineIndicator } from "../define.ts";
import {
  above,
  atMost,
  body,
  bodyShort,
  far,
  near,
  shadowVeryShort,
  upperShadow,
  white,
  type CandlestickBars,
} from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_SHORT, FAR, NEAR, SHADOW_VERY_SHORT } from "./candlestick-settings.ts";

/**
 * Three advancing white soldiers: three consecutive white bars, each closing near its high and above the previous close.
 * It shows steady buying.
 *
 * Three white bars have rising closes and almost no upper shadow. Bars 2 and 3 open above the previous open, inside or
 * near the previous body. Their bodies are not far shorter than the previous one. The third body is not short.
 *
 * - 100 on the bar that completes the pattern, else 0.
 * - `CANDLESTICK_SETTINGS` defines `shadowVeryShort`, `bodyShort`, `far` and `near`.
 * - First value at index 12. No value with a missing bar among the last 13.
 *
 * In TA-Lib: CDL3WHITESOLDIERS.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [10, 12, 10, 12], [11, 13.5, 11, 13.5], [12.5, 15, 12.5, 15]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * threeWhiteSoldiers(open, high, low, close).at(-1); // 100
 */
export const threeWhiteSoldiers = defineIndicator(
  candlestickPattern({
    name: "threeWhiteSoldiers",
    title: "Three advancing white soldiers",
    reach: 2,
    terms: { shadowVeryShort: SHADOW_VERY_SHORT, bodyShort: BODY_SHORT, far: FAR, near: NEAR },
    params: {},
    rule: (bars, i) => {
      const { close } = bars;
      return closesNearHigh(bars, i - 2) &&
        closesNearHigh(bars, i - 1) &&
        closesNearHigh(bars, i) &&
        close[i]! > close[i - 1]! &&
        close[i - 1]! > close[i - 2]! &&
        follows(bars, i - 1) &&
        follows(bars, i) &&
        above(bars, i, body(bars, i), bodyShort(bars, i))
        ? 100
        : 0;
    },
  }),
);

/** Whether bar `i` is white and closes near its high. */
function closesNearHigh(bars: CandlestickBars, i: number): boolean {
  return white(bars, i) && above(bars, i, shadowVeryShort(bars, i), upperShadow(bars, i));
}

/** Whether bar `i` opens above the previous open, inside or near the previous body, and its body is not far shorter than that. */
function follows(bars: CandlestickBars, i: number): boolean {
  const { open, close } = bars;
  return (
    open[i]! > open[i - 1]! &&
    atMost(bars, i, open[i]!, close[i - 1]! + near(bars, i - 1)) &&
    above(bars, i, body(bars, i), body(bars, i - 1) - far(bars, i - 1))
  );
}
