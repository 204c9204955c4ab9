import { bollinger as bollingerOf } from "../../../indicators/bollinger.ts";
import { significant } from "../../numbers.ts";
import type { IndicatorMaker } from "./served-indicator.ts";

const DEVIATIONS = 2;

export const bollinger: IndicatorMaker = (period) => ({
  required: period,
  entry({ close }) {
    const { upper, middle, lower, bandwidth, percentB } = bollingerOf(close, period, DEVIATIONS);
    const last = (column: Float64Array): number => significant(column.at(-1)!);
    return {
      upper: last(upper),
      middle: last(middle),
      lower: last(lower),
      period,
      std_dev: DEVIATIONS,
      bandwidth: last(bandwidth),
      percent_b: last(percentB),
    };
  },
});
