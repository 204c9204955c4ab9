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
import type { ChartColours } from "./chart-colours.ts";
import { type IndicatorData, lineData, type SymbolData } from "./chart-data.ts";
import type { LegendPart } from "./legend.ts";
import { numberText, shortText, timeText } from "./number-text.ts";
import { TradeMarks } from "./trade-marks.ts";
import type { ShownTrade } from "./trade.ts";

/** Space between bars in pixels below which candles run into each other and a line says more. */
const CANDLE_SPACING = 2.5;

/** A pane of the chart as its assembly needs it. */
export interface ChartPane {
  /** What the legend says at a time. */
  legend(time: number): LegendPart[];
}

/** The pane of prices. */
export interface PricePane extends ChartPane {
  readonly marks: TradeMarks;
  setLogarithmic(on: boolean): void;
}

/** Bars as candles, or as a line where they lie too dense, with the indicators that belong on them, volume and trades. */
export function addPricePane(
  chart: IChartApi,
  data: SymbolData,
  trades: readonly ShownTrade[],
  colours: ChartColours,
  daily: boolean,
): PricePane {
  const quiet = {
    lastValueVisible: false,
    priceLineVisible: false,
    priceFormat: priceFormat(data.high, data.decimals),
  } as const;
  if (data.volume !== undefined) addVolume(chart, data, colours);
  const candles = chart.addSeries(CandlestickSeries, {
    ...quiet,
    upColor: colours.gain,
    downColor: colours.loss,
    wickUpColor: colours.gain,
    wickDownColor: colours.loss,
    borderVisible: false,
  });
  candles.setData(candleData(data));
  const line = chart.addSeries(LineSeries, {
    ...quiet,
    color: colours.price,
    lineWidth: 1,
    crosshairMarkerVisible: false,
  });
  line.setData(lineData(data.time, data.close));

  const drawn = data.indicators.filter(({ pane }) => pane === "price");
  drawn.forEach((indicator, i) => addLine(chart, data, indicator, indicatorColour(colours, indicator, i), 0));

  const marks = new TradeMarks(data.fills, trades, colours);
  line.attachPrimitive(marks);

  let dense: boolean | undefined;
  const fit = () => {
    const now = chart.timeScale().options().barSpacing < CANDLE_SPACING;
    if (now === dense) return;
    dense = now;
    candles.applyOptions({ visible: !now });
    // Its marks are the line's, so it stays, without colour.
    line.applyOptions({ color: now ? colours.price : "transparent" });
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
        ...indicatorParts(drawn, i, colours, () => data.decimals),
      ];
    },
  };
}

/** A pane for each indicator that has a scale of its own; outputs of one indicator share it. */
export function addIndicatorPanes(chart: IChartApi, data: SymbolData, colours: ChartColours): ChartPane[] {
  const own = data.indicators.filter(({ pane }) => pane === "own");
  const definitions = [...new Set(own.map(({ definition }) => definition))];
  return definitions.map((definition, pane) => {
    const lines = own.filter((indicator) => indicator.definition === definition);
    lines.forEach((indicator, i) => addLine(chart, data, indicator, indicatorColour(colours, indicator, i), pane + 1));
    const decimals = ({ values, decimals: most }: IndicatorData) => axisDecimals(values, most);
    return { legend: (time) => indicatorParts(lines, data.indexAt(time), colours, decimals) };
  });
}

/** How many panes `addIndicatorPanes` makes. */
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

function addVolume(chart: IChartApi, data: SymbolData, colours: ChartColours): void {
  const volume = chart.addSeries(HistogramSeries, {
    color: colours.volume,
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

/** An output that calls itself a histogram is drawn as one. */
function isHistogram({ name }: IndicatorData): boolean {
  return /\bhistogram$/.test(name);
}

function indicatorColour(colours: ChartColours, indicator: IndicatorData, i: number): string {
  return isHistogram(indicator) ? colours.muted : colours.indicators[i % colours.indicators.length]!;
}

/** What the legend says of indicators: the definition once for the outputs of one, and alone where it begins with the name. */
function indicatorParts(
  indicators: readonly IndicatorData[],
  bar: number,
  colours: ChartColours,
  decimals: (indicator: IndicatorData) => number,
): LegendPart[] {
  return indicators.map((indicator, i) => {
    const { name, definition, values } = indicator;
    const plain = definition === name || definition.startsWith(`${name}(`);
    const repeated = indicators[i - 1]?.definition === definition;
    return {
      text: plain ? definition : name,
      ...(!plain && !repeated && { note: definition }),
      value: numberText(values[bar] ?? NaN, decimals(indicator)),
      colour: indicatorColour(colours, indicator, i),
    };
  });
}
