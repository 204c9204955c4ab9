import { bollinger } from "../../../indicators/bollinger.ts";
import { ema } from "../../../indicators/ema.ts";
import { sma } from "../../../indicators/sma.ts";

/** An indicator that the user can add to the chart, computed by the library. */
export interface ChartIndicator {
  readonly name: string;
  readonly title: string;
  readonly period: number;
  /** Whether the chart shows the indicator at first. */
  readonly isShown: boolean;
  readonly lines: readonly string[];
  compute(close: Float64Array, period: number): readonly Float64Array[];
}

export const CHART_INDICATORS: readonly ChartIndicator[] = [
  {
    name: "sma",
    title: "SMA",
    period: 20,
    isShown: true,
    lines: ["SMA"],
    compute: (close, period) => [sma(close, period)],
  },
  {
    name: "ema",
    title: "EMA",
    period: 50,
    isShown: false,
    lines: ["EMA"],
    compute: (close, period) => [ema(close, period)],
  },
  {
    name: "bollinger",
    title: "Bollinger",
    period: 20,
    isShown: false,
    lines: ["upper", "lower"],
    compute(close, period) {
      const { upper, lower } = bollinger(close, period);
      return [upper, lower];
    },
  },
];

/** An indicator that the user has chosen, with its period. */
export interface ChosenIndicator {
  readonly indicator: ChartIndicator;
  readonly period: number;
}
