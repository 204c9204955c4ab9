import { BaselineSeries, LineSeries, PriceScaleMode, type IChartApi } from "lightweight-charts";
import { axisDecimals, DRAWDOWN_FORMAT, moneyFormat } from "./axis-format.ts";
import type { ChartColors } from "./chart-colors.ts";
import { type CurveData, lineData } from "./chart-data.ts";
import { numberText, percentText } from "./number-text.ts";
import type { ChartPane } from "./price-pane.ts";

/** The pane of the chart that shows equity. */
export interface EquityPane extends ChartPane {
  setLogarithmic(on: boolean): void;
}

const NO_MARKERS = { lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false } as const;

/** Adds a pane with the equity of the strategy and of buy and hold. */
export function addEquityPane(
  chart: IChartApi,
  data: CurveData,
  currency: string,
  colors: ChartColors,
  pane: number,
): EquityPane {
  const decimals = axisDecimals(data.equity, data.decimals);
  const priceFormat = moneyFormat(decimals);
  const buyAndHold = chart.addSeries(
    LineSeries,
    { ...NO_MARKERS, priceFormat, color: colors.muted, lineWidth: 1 },
    pane,
  );
  buyAndHold.setData(lineData(data.time, data.buyAndHold));
  const strategy = chart.addSeries(
    LineSeries,
    { ...NO_MARKERS, priceFormat, color: colors.strategy, lineWidth: 2 },
    pane,
  );
  strategy.setData(lineData(data.time, data.equity));
  return {
    setLogarithmic: (on) =>
      chart.priceScale("right", pane).applyOptions({ mode: on ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal }),
    legend: (time) => [
      { text: `Equity, ${currency}`, strong: true },
      { text: "strategy", value: numberText(at(data, data.equity, time), decimals), color: colors.strategy },
      { text: "buy & hold", value: numberText(at(data, data.buyAndHold, time), decimals), color: colors.muted },
    ],
  };
}

/** Adds a pane with drawdowns to the chart. */
export function addDrawdownPane(chart: IChartApi, data: CurveData, colors: ChartColors, pane: number): ChartPane {
  const priceFormat = DRAWDOWN_FORMAT;
  const buyAndHold = chart.addSeries(
    LineSeries,
    { ...NO_MARKERS, priceFormat, color: colors.muted, lineWidth: 1 },
    pane,
  );
  buyAndHold.setData(lineData(data.time, data.buyAndHoldDrawdown));
  const strategy = chart.addSeries(
    BaselineSeries,
    {
      ...NO_MARKERS,
      priceFormat,
      baseValue: { type: "price", price: 0 },
      lineWidth: 1,
      bottomLineColor: colors.loss,
      bottomFillColor1: colors.lossFill,
      bottomFillColor2: colors.lossFill,
      topLineColor: colors.loss,
      topFillColor1: "transparent",
      topFillColor2: "transparent",
    },
    pane,
  );
  strategy.setData(lineData(data.time, data.drawdown));
  return {
    legend: (time) => [
      { text: "Drawdown", strong: true },
      { text: "strategy", value: percentText(at(data, data.drawdown, time)), color: colors.loss },
      { text: "buy & hold", value: percentText(at(data, data.buyAndHoldDrawdown, time)), color: colors.muted },
    ],
  };
}

function at(data: CurveData, values: Float64Array, time: number): number {
  return values[data.indexAt(time)] ?? NaN;
}
