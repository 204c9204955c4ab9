import { macd as macdOf } from "../../../indicators/macd.ts";
import { SIGNIFICANT, significant } from "../../numbers.ts";
import type { IndicatorMaker } from "./served-indicator.ts";

const FAST = 12;
const SLOW = 26;
const SIGNAL = 9;

/** Its periods are its own. `signal` is the label, or the number of the signal line by setting; both have a member of their own besides. */
export const macd: IndicatorMaker = () => ({
  required: SLOW + SIGNAL - 1,
  entry({ close }, { macdSignal }) {
    const columns = macdOf(close, FAST, SLOW, SIGNAL);
    const line = significant(columns.macd.at(-1)!);
    const signalLine = significant(columns.signal.at(-1)!);
    const histogram = difference(line, signalLine);
    const label = histogram > 0 ? "bullish" : histogram < 0 ? "bearish" : "neutral";
    return {
      macd: line,
      signal: macdSignal === "number" ? signalLine : label,
      signal_line: signalLine,
      signal_label: label,
      histogram,
      fast_period: FAST,
      slow_period: SLOW,
      signal_period: SIGNAL,
    };
  },
});

/** The difference of two shown numbers, to their last decimal: without the noise of a binary subtraction. */
function difference(a: number, b: number): number {
  return Number((a - b).toFixed(Math.min(100, Math.max(decimalsOf(a), decimalsOf(b))))) + 0;
}

/** Decimals of a number of ten significant digits. */
function decimalsOf(value: number): number {
  if (value === 0) return 0;
  const exponent = Number(value.toExponential(SIGNIFICANT - 1).split("e")[1]);
  return Math.max(0, SIGNIFICANT - 1 - exponent);
}
