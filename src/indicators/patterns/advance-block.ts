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
 * Advance block: three white bars that still rise but ever more weakly: bodies shrink, or shadows grow above them. Read as
 * a rise that is about to be blocked.
 *
 * Three white bars with rising closes, the second and the third opening above the open before and inside or near that body;
 * the first has a long body and a short upper shadow.
 *
 * - And one sign of weakness: the second body far shorter than the first, and the third not much longer than the second; or
 *   the third far shorter than the second; or both shrinking, with an upper shadow on the second or the third that is not
 *   short; or the third shorter than the second, with a long upper shadow.
 * - -100 where it is complete, else 0.
 * - What `shadowLong`, `shadowShort`, `far`, `near`, `bodyLong` mean is in `CANDLESTICK_SETTINGS`.
 * - First value at index 12. A missing bar among the last 13 leaves no value.
 *
 * TA-Lib's CDLADVANCEBLOCK.
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
    words: { shadowLong: SHADOW_LONG, shadowShort: SHADOW_SHORT, far: FAR, near: NEAR, bodyLong: BODY_LONG },
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

/** Opens inside or near the white body before, above its open. */
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
