import {
  CandlestickSeries,
  HistogramSeries,
  LineSeries,
  PriceScaleMode,
  type CandlestickData,
  type IChartApi,
  type UTCTimestamp,
} from "lightweight-charts";
import { axisDecimals, priceFormat } from "./axis-format.ts";
import type { ChartColors } from "./chart-colors.ts";
import { type IndicatorData, lineData, type SymbolData } from "./chart-data.ts";
import type { LegendPart } from "./legend.ts";
import { numberText, shortText, timeText } from "./number-text.ts";
import { TradeMarks } from "./trade-marks.ts";
import type { ShownTrade } from "./trade.ts";

/** Width of a bar in pixels below which candlesticks would overlap. Then a line is drawn instead. */
const CANDLE_SPACING = 2.5;

/** A pane of the report's chart. */
export interface ChartPane {
  /** Items of the pane's legend at a time. */
  legend(time: number): LegendPart[];
}

/** The pane of the chart that shows prices. */
export interface PricePane extends ChartPane {
  readonly marks: TradeMarks;
  setLogarithmic(on: boolean): void;
}

/**
 * Adds a pane with bars as candlesticks, or as a line if they are too dense. Indicators on the price scale, volume and trades are drawn
 * over the bars.
 */
export function addPricePane(
  chart: IChartApi,
  data: SymbolData,
  trades: readonly ShownTrade[],
  colors: ChartColors,
  daily: boolean,
): PricePane {
  const quiet = {
    lastValueVisible: false,
    priceLineVisible: false,
    priceFormat: priceFormat(data.high, data.decimals),
  } as const;
  if (data.volume !== undefined) addVolume(chart, data, colors);
  const candles = chart.addSeries(CandlestickSeries, {
    ...quiet,
    upColor: colors.gain,
    downColor: colors.loss,
    wickUpColor: colors.gain,
    wickDownColor: colors.loss,
    borderVisible: false,
  });
  candles.setData(candleData(data));
  const line = chart.addSeries(LineSeries, {
    ...quiet,
    color: colors.price,
    lineWidth: 1,
    crosshairMarkerVisible: false,
  });
  line.setData(lineData(data.time, data.close));

  const overlays = data.indicators.filter(({ pane }) => pane === "price");
  overlays.forEach((indicator, i) => addLine(chart, data, indicator, indicatorColor(colors, indicator, i), 0));

  const marks = new TradeMarks(data.fills, trades, colors);
  line.attachPrimitive(marks);

  let dense: boolean | undefined;
  const fit = () => {
    const now = chart.timeScale().options().barSpacing < CANDLE_SPACING;
    if (now === dense) return;
    dense = now;
    candles.applyOptions({ visible: !now });
    // The trade marks belong to the line, so a hidden line is transparent instead of invisible.
    line.applyOptions({ color: now ? colors.price : "transparent" });
  };
  chart.timeScale().subscribeVisibleLogicalRangeChange(fit);
  chart.timeScale().subscribeSizeChange(fit);

  return {
    marks,
    setLogarithmic: (on) =>
      chart.priceScale("right", 0).applyOptions({ mode: on ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal }),
    legend(time) {
      const i = data.indexAt(time);
      if (i < 0) return [{ text: data.symbol, strong: true }];
      const price = (column: Float64Array) => numberText(column[i]!, data.decimals);
      return [
        { text: data.symbol, strong: true },
        { text: timeText(data.time[i]!, daily) },
        { text: "O", value: price(data.open), minor: true },
        { text: "H", value: price(data.high), minor: true },
        { text: "L", value: price(data.low), minor: true },
        { text: "C", value: price(data.close) },
        ...(data.volume === undefined ? [] : [{ text: "V", value: shortText(data.volume[i]!), minor: true }]),
        ...indicatorParts(overlays, i, colors, () => data.decimals),
      ];
    },
  };
}

/** Adds a pane for each indicator with a scale of its own. Outputs of one indicator share a pane. */
export function addIndicatorPanes(chart: IChartApi, data: SymbolData, colors: ChartColors): ChartPane[] {
  const separate = data.indicators.filter(({ pane }) => pane === "own");
  const definitions = [...new Set(separate.map(({ definition }) => definition))];
  return definitions.map((definition, pane) => {
    const lines = separate.filter((indicator) => indicator.definition === definition);
    lines.forEach((indicator, i) => addLine(chart, data, indicator, indicatorColor(colors, indicator, i), pane + 1));
    const decimals = ({ values, decimals: maxDecimals }: IndicatorData) => axisDecimals(values, maxDecimals);
    return { legend: (time) => indicatorParts(lines, data.indexAt(time), colors, decimals) };
  });
}

/** Number of panes that `addIndicatorPanes` adds to a chart. */
export function indicatorPaneCount({ indicators }: SymbolData): number {
  return new Set(indicators.filter(({ pane }) => pane === "own").map(({ definition }) => definition)).size;
}

function addLine(chart: IChartApi, data: SymbolData, indicator: IndicatorData, color: string, pane: number): void {
  const format = pane === 0 ? priceFormat(data.high, data.decimals) : priceFormat(indicator.values, indicator.decimals);
  const options = {
    color,
    lineWidth: 1,
    lastValueVisible: false,
    priceLineVisible: false,
    crosshairMarkerVisible: false,
  } as const;
  const kind = isHistogram(indicator) ? HistogramSeries : LineSeries;
  const series = chart.addSeries(kind, { ...options, priceFormat: format }, pane);
  series.setData(lineData(data.time, indicator.values));
}

function addVolume(chart: IChartApi, data: SymbolData, colors: ChartColors): void {
  const volume = chart.addSeries(HistogramSeries, {
    color: colors.volume,
    priceScaleId: "volume",
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volume.setData(lineData(data.time, data.volume!));
  chart.priceScale("volume", 0).applyOptions({ scaleMargins: { top: 0.86, bottom: 0 } });
}

function candleData({ time, open, high, low, close }: SymbolData): CandlestickData[] {
  return Array.from(time, (each, i) => ({
    time: each as UTCTimestamp,
    open: open[i]!,
    high: high[i]!,
    low: low[i]!,
    close: close[i]!,
  }));
}

/** Whether an output of an indicator is drawn as a histogram, which its name decides. */
function isHistogram({ name }: IndicatorData): boolean {
  return /\bhistogram$/.test(name);
}

function indicatorColor(colors: ChartColors, indicator: IndicatorData, i: number): string {
  return isHistogram(indicator) ? colors.muted : colors.indicators[i % colors.indicators.length]!;
}

/**
 * Legend items of indicators. Several outputs of an indicator show its definition once, and a definition that begins with the name replaces
 * the name.
 */
function indicatorParts(
  indicators: readonly IndicatorData[],
  bar: number,
  colors: ChartColors,
  decimals: (indicator: IndicatorData) => number,
): LegendPart[] {
  return indicators.map((indicator, i) => {
    const { name, definition, values } = indicator;
    const isSelfExplanatory = definition === name || definition.startsWith(`${name}(`);
    const isRepeated = indicators[i - 1]?.definition === definition;
    return {
      text: isSelfExplanatory ? definition : name,
      ...(!isSelfExplanatory && !isRepeated && { note: definition }),
      value: numberText(values[bar] ?? NaN, decimals(indicator)),
      color: indicatorColor(colors, indicator, i),
    };
  });
}
