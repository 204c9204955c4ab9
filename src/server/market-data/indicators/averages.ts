import { ema as emaOf } from "../../../indicators/ema.ts";
import { sma as smaOf } from "../../../indicators/sma.ts";
import { significant } from "../../numbers.ts";
import type { IndicatorMaker } from "./served-indicator.ts";

export const sma: IndicatorMaker = (period) => ({
  required: period,
  entry: ({ close }) => ({ value: significant(smaOf(close, period).at(-1)!), period }),
});

export const ema: IndicatorMaker = (period) => ({
  required: period,
  entry: ({ close }) => ({ value: significant(emaOf(close, period).at(-1)!), period }),
});
