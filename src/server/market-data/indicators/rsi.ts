import { rsi as rsiOf } from "../../../indicators/rsi.ts";
import { significant } from "../../numbers.ts";
import { oscillatorLabel } from "./oscillator-label.ts";
import type { IndicatorMaker } from "./served-indicator.ts";

/** The label is that of the number shown. */
export const rsi: IndicatorMaker = (period) => ({
  required: period + 1,
  entry({ close }) {
    const value = significant(rsiOf(close, period).at(-1)!);
    return { value, period, signal: oscillatorLabel(value, 30, 70) };
  },
});
