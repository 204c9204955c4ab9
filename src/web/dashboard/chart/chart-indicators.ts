import { bollinger } from "../../../indicators/bollinger.ts";
import { ema } from "../../../indicators/ema.ts";
import { sma } from "../../../indicators/sma.ts";

/** Lines over the bars, computed by the library's own indicators. */
export interface ChartIndicator {
  readonly name: string;
  readonly title: string;
  readonly period: number;
  /** Whether it is shown before anybody asks. */
  readonly on: boolean;
  readonly lines: readonly string[];
  compute(close: Float64Array, period: number): readonly Float64Array[];
}

export const CHART_INDICATORS: readonly ChartIndicator[] = [
  {
    name: "sma",
    title: "SMA",
    period: 20,
    on: true,
    lines: ["SMA"],
    compute: (close, period) => [sma(close, period)],
  },
  {
    name: "ema",
    title: "EMA",
    period: 50,
    on: false,
    lines: ["EMA"],
    compute: (close, period) => [ema(close, period)],
  },
  {
    name: "bollinger",
    title: "Bollinger",
    period: 20,
    on: false,
    lines: ["upper", "lower"],
    compute(close, period) {
      const { upper, lower } = bollinger(close, period);
      return [upper, lower];
    },
  },
];

/** An indicator as it was chosen. */
export interface ChosenIndicator {
  readonly indicator: ChartIndicator;
  readonly period: number;
}
