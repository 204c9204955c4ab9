import { BaselineSeries, LineSeries, PriceScaleMode, type IChartApi } from "lightweight-charts";
import { axisDecimals, DRAWDOWN_FORMAT, moneyFormat } from "./axis-format.ts";
import type { ChartColours } from "./chart-colours.ts";
import { type CurveData, lineData } from "./chart-data.ts";
import { numberText, percentText } from "./number-text.ts";
import type { ChartPane } from "./price-pane.ts";

/** The pane of equity. */
export interface EquityPane extends ChartPane {
  setLogarithmic(on: boolean): void;
}

const QUIET = { lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false } as const;

/** Equity of the strategy over that of buy and hold. */
export function addEquityPane(
  chart: IChartApi,
  data: CurveData,
  currency: string,
  colours: ChartColours,
  pane: number,
): EquityPane {
  const decimals = axisDecimals(data.equity, data.decimals);
  const priceFormat = moneyFormat(decimals);
  const held = chart.addSeries(LineSeries, { ...QUIET, priceFormat, color: colours.muted, lineWidth: 1 }, pane);
  held.setData(lineData(data.time, data.buyAndHold));
  const strategy = chart.addSeries(LineSeries, { ...QUIET, priceFormat, color: colours.strategy, lineWidth: 2 }, pane);
  strategy.setData(lineData(data.time, data.equity));
  return {
    setLogarithmic: (on) =>
      chart.priceScale("right", pane).applyOptions({ mode: on ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal }),
    legend: (time) => [
      { text: `Equity, ${currency}`, strong: true },
      { text: "strategy", value: numberText(at(data, data.equity, time), decimals), colour: colours.strategy },
      { text: "buy & hold", value: numberText(at(data, data.buyAndHold, time), decimals), colour: colours.muted },
    ],
  };
}

/** How far below its peak equity stands. */
export function addDrawdownPane(chart: IChartApi, data: CurveData, colours: ChartColours, pane: number): ChartPane {
  const priceFormat = DRAWDOWN_FORMAT;
  const held = chart.addSeries(LineSeries, { ...QUIET, priceFormat, color: colours.muted, lineWidth: 1 }, pane);
  held.setData(lineData(data.time, data.buyAndHoldDrawdown));
  const strategy = chart.addSeries(
    BaselineSeries,
    {
      ...QUIET,
      priceFormat,
      baseValue: { type: "price", price: 0 },
      lineWidth: 1,
      bottomLineColor: colours.loss,
      bottomFillColor1: colours.lossFill,
      bottomFillColor2: colours.lossFill,
      topLineColor: colours.loss,
      topFillColor1: "transparent",
      topFillColor2: "transparent",
    },
    pane,
  );
  strategy.setData(lineData(data.time, data.drawdown));
  return {
    legend: (time) => [
      { text: "Drawdown", strong: true },
      { text: "strategy", value: percentText(at(data, data.drawdown, time)), colour: colours.loss },
      { text: "buy & hold", value: percentText(at(data, data.buyAndHoldDrawdown, time)), colour: colours.muted },
    ],
  };
}

function at(data: CurveData, values: Float64Array, time: number): number {
  return values[data.indexAt(time)] ?? NaN;
}
