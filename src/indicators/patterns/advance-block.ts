import { defineIndicator } from "../define.ts";
import {
  above,
  atMost,
  body,
  bodyLong,
  far,
  near,
  shadowLong,
  shadowShort,
  upperShadow,
  white,
  type CandlestickBars,
} from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, FAR, NEAR, SHADOW_LONG, SHADOW_SHORT } from "./candlestick-settings.ts";

/**
 * Advance block: three white bars that still rise, but with shrinking bodies or growing upper shadows. It is read as a
 * rise that is about to be blocked.
 *
 * Three white bars have rising closes. Bar 1 has a long body and a short upper shadow. Bars 2 and 3 open above the
 * previous open, and inside or near the previous body. In addition one of these holds:
 * - body 2 is far shorter than body 1, and body 3 is not much longer than body 2
 * - body 3 is far shorter than body 2
 * - the bodies shrink, and bar 2 or bar 3 has an upper shadow that is not short
 * - body 3 is shorter than body 2, and bar 3 has a long upper shadow
 *
 * - -100 on the bar that completes the pattern, else 0.
 * - `CANDLESTICK_SETTINGS` defines `shadowLong`, `shadowShort`, `far`, `near` and `bodyLong`.
 * - First value at index 12. No value with a missing bar among the last 13.
 *
 * In TA-Lib: CDLADVANCEBLOCK.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [10, 13, 10, 13], [12.5, 14.5, 12.5, 14.2], [14, 17, 14, 14.8]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * advanceBlock(open, high, low, close).at(-1); // -100
 */
export const advanceBlock = defineIndicator(
  candlestickPattern({
    name: "advanceBlock",
    title: "Advance block",
    reach: 2,
    terms: { shadowLong: SHADOW_LONG, shadowShort: SHADOW_SHORT, far: FAR, near: NEAR, bodyLong: BODY_LONG },
    params: {},
    rule: (bars, i) => {
      const { close } = bars;
      const first = i - 2;
      const second = i - 1;
      const advances =
        white(bars, first) &&
        white(bars, second) &&
        white(bars, i) &&
        close[i]! > close[second]! &&
        close[second]! > close[first]! &&
        opensWithin(bars, second) &&
        opensWithin(bars, i) &&
        above(bars, i, body(bars, first), bodyLong(bars, first)) &&
        above(bars, i, shadowShort(bars, first), upperShadow(bars, first));
      return advances && isBlocked(bars, i) ? -100 : 0;
    },
  }),
);

/** Whether bar `i` opens above the open of the previous bar, and inside or near the body of that bar. */
function opensWithin(bars: CandlestickBars, i: number): boolean {
  const open = bars.open[i]!;
  return open > bars.open[i - 1]! && atMost(bars, i, open, bars.close[i - 1]! + near(bars, i - 1));
}

function isBlocked(bars: CandlestickBars, i: number): boolean {
  const first = body(bars, i - 2);
  const second = body(bars, i - 1);
  const third = body(bars, i);
  const shrinks = above(bars, i, second, third);
  return (
    (above(bars, i, first - far(bars, i - 2), second) && above(bars, i, second + near(bars, i - 1), third)) ||
    above(bars, i, second - far(bars, i - 1), third) ||
    (shrinks && above(bars, i, first, second) && (hasUpperShadow(bars, i) || hasUpperShadow(bars, i - 1))) ||
    (shrinks && above(bars, i, upperShadow(bars, i), shadowLong(bars, i)))
  );
}

function hasUpperShadow(bars: CandlestickBars, i: number): boolean {
  return above(bars, i, upperShadow(bars, i), shadowShort(bars, i));
}
