import { stochastic } from "../../../indicators/stochastic.ts";
import { significant } from "../../numbers.ts";
import { oscillatorLabel } from "./oscillator-label.ts";
import type { IndicatorMaker } from "./served-indicator.ts";

const SMOOTH_K = 3;
const SMOOTH_D = 3;

export const stoch: IndicatorMaker = (period) => ({
  required: period + SMOOTH_K + SMOOTH_D - 2,
  entry({ high, low, close }) {
    const columns = stochastic(high, low, close, period, SMOOTH_K, SMOOTH_D);
    const k = significant(columns.k.at(-1)!);
    const d = significant(columns.d.at(-1)!);
    return { k, d, period, smooth_k: SMOOTH_K, smooth_d: SMOOTH_D, signal: oscillatorLabel(k, 20, 80) };
  },
});
