import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type UTCTimestamp,
} from "lightweight-charts";
import type { PositionRecord } from "../../../schemas/account.ts";
import type { FillRecord, OrderRecord } from "../../../schemas/order.ts";
import { belowLegend, type Legend } from "../../report/legend.ts";
import { type ChartColors, chartColors } from "../../report/chart-colors.ts";
import { element } from "../../report/element.ts";
import { decimalsShown, priceText, shortText } from "../../report/number-text.ts";
import { TradeMarks } from "../../report/trade-marks.ts";
import type { ChartBars } from "../data/chart-bars.ts";
import { type Instrument, intervalMs, isDaily } from "../data/instrument.ts";
import { quantityText } from "../data/order-text.ts";
import { dateText, minuteText, secondText } from "../data/zone-text.ts";
import { axisNumbers, dashboardChartOptions, hideCutTimes } from "./dashboard-chart-options.ts";
import type { ChosenIndicator } from "./chart-indicators.ts";
import type { FillMark } from "../../report/chart-data.ts";

/** Width of a bar in pixels: the smallest for many bars, the largest for few. */
const SPACING = { min: 6, max: 20 };
/** Pixels kept free after the last bar for the labels of price levels. */
const LABEL_ROOM = 66;
/** Margin before the first bar if all bars are in view, in bars: half the width of an axis number. */
const LEFT_MARGIN = 1.5;

/** Returns the part of a chart that is in view at first, in bars from the first one: the latest bars, and room for labels. */
export function firstView(bars: number, width: number): { from: number; to: number } {
  const fitting = (width - LABEL_ROOM) / (bars + LEFT_MARGIN);
  const spacing = Math.min(SPACING.max, Math.max(SPACING.min, fitting));
  const to = bars + LABEL_ROOM / spacing;
  return { from: to - width / spacing, to };
}

/** A price level drawn across the chart, such as an order's limit. */
interface PriceLevel {
  readonly price: number;
  readonly title: string;
  readonly tone: "gain" | "loss" | "strategy";
}

/** Fields of an instrument that the chart needs. */
type ChartedInstrument = Pick<Instrument, "decimals" | "currency">;

/** Fields used before the instrument is known. */
const UNKNOWN_INSTRUMENT: ChartedInstrument = { decimals: 2, currency: "" };

interface Line {
  readonly title: string;
  readonly color: string;
  readonly series: ISeriesApi<"Line">;
  values: Float64Array;
}

/** A chart of bars with volume, indicators, fills and price levels. New bars are appended; any other change redraws the chart. */
export class PriceChart {
  readonly element = element("div", { class: "chart" });
  #chart: IChartApi | undefined;
  #candles!: ISeriesApi<"Candlestick">;
  #volume!: ISeriesApi<"Histogram">;
  #colors!: ChartColors;
  #marks: TradeMarks | undefined;
  #lines: Line[] = [];
  #chosen: readonly ChosenIndicator[] = [];
  #levels: IPriceLine[] = [];
  #bars: ChartBars | undefined;
  #drawn = 0;
  #instrument: ChartedInstrument = UNKNOWN_INSTRUMENT;
  /** Time of the bar under the pointer; undefined if there is none. */
  #hoveredTime: number | undefined;
  readonly #legend: Legend;
  #observer: ResizeObserver | undefined;

  /** Creates a chart whose legend shows the values under the pointer, or else the latest values. */
  constructor(legend: Legend) {
    this.#legend = legend;
  }

  /** Redraws the chart. If the bars are the same as before, the part in view stays the same. */
  draw(
    bars: ChartBars,
    instrument: ChartedInstrument | undefined,
    indicators: readonly ChosenIndicator[],
    fills: readonly FillRecord[],
  ): void {
    const same = this.#bars?.symbol === bars.symbol && this.#bars.interval === bars.interval;
    const range = same ? this.#chart?.timeScale().getVisibleLogicalRange() : undefined;
    const grown = bars.time.length - this.#drawn;
    this.#observer?.disconnect();
    this.#chart?.remove();
    this.#bars = bars;
    this.#instrument = instrument ?? UNKNOWN_INSTRUMENT;
    this.#colors = chartColors(this.element);
    const chart = createChart(this.element, dashboardChartOptions(this.#colors, isDaily(bars.interval)));
    this.#chart = chart;
    this.#addSeries(chart, indicators);
    this.#drawn = 0;
    this.#levels = [];
    this.#marks = undefined;
    this.#setAll();
    this.showFills(fills);
    const view = range ?? firstView(bars.time.length, this.element.clientWidth);
    // The range in view moves along with new bars, so that its distance from the last bar stays the same.
    const shift = view === range ? grown : 0;
    chart.timeScale().setVisibleLogicalRange({ from: view.from + shift, to: view.to + shift });
    hideCutTimes(chart);
    this.#hoveredTime = undefined;
    chart.subscribeCrosshairMove(({ time }) => {
      this.#hoveredTime = time === undefined ? undefined : Number(time);
      this.#updateLegend();
    });
    this.#updateLegend();
    this.#keepBarsBelowLegend(chart);
  }

  /** Draws the bars that were added since the last drawing. */
  grow(fills: readonly FillRecord[]): void {
    const bars = this.#bars;
    if (bars === undefined || bars.time.length === this.#drawn) return;
    this.#compute();
    for (let i = this.#drawn; i < bars.time.length; i++) {
      this.#candles.update(this.#candle(i));
      this.#volume.update(this.#column(bars.volume, i));
      for (const { series, values } of this.#lines) series.update(this.#column(values, i));
    }
    this.#drawn = bars.time.length;
    this.showFills(fills);
    this.#updateLegend();
  }

  showFills(fills: readonly FillRecord[]): void {
    if (this.#bars === undefined) return;
    if (this.#marks !== undefined) this.#candles.detachPrimitive(this.#marks);
    this.#marks = new TradeMarks(fillMarks(fills, this.#bars), [], this.#colors);
    this.#candles.attachPrimitive(this.#marks);
  }

  showLevels(levels: readonly PriceLevel[]): void {
    if (this.#chart === undefined) return;
    for (const level of this.#levels) this.#candles.removePriceLine(level);
    this.#levels = levels.map(({ price, title, tone }) => {
      const style = { lineWidth: 1 as const, lineStyle: LineStyle.Dashed, axisLabelVisible: true };
      const color = this.#colors[tone];
      const axisLabelTextColor = this.#colors.background;
      return this.#candles.createPriceLine({ price, title, color, axisLabelTextColor, ...style });
    });
    // Makes the chart format its axis numbers again, since price labels have moved.
    this.#chart.priceScale("right").applyOptions({});
  }

  /** Keeps the legend above the plot on narrow screens, so that it does not cover any bars. */
  #keepBarsBelowLegend(chart: IChartApi): void {
    const keep = belowLegend(chart.panes()[0]!, this.#legend.element);
    this.#observer = new ResizeObserver(() =>
      requestAnimationFrame(() => {
        if (this.#chart === chart) keep();
      }),
    );
    for (const observed of [this.element, this.#legend.element]) this.#observer.observe(observed);
  }

  #addSeries(chart: IChartApi, indicators: readonly ChosenIndicator[]): void {
    const colors = this.#colors;
    const quiet = { lastValueVisible: false, priceLineVisible: false } as const;
    const digits = this.#instrument.decimals;
    const formatter = (value: number) => priceText(value, digits);
    const tickmarksFormatter = axisNumbers({
      at: (price) => this.#candles.priceToCoordinate(price),
      height: () => chart.paneSize().height,
      labels: () => this.#levels.map((level) => level.options().price),
      format: formatter,
    });
    const priceFormat = {
      type: "custom",
      formatter,
      tickmarksFormatter,
      minMove: 10 ** -decimalsShown(lowestPrice(this.#bars!), digits),
    } as const;
    this.#volume = chart.addSeries(HistogramSeries, { ...quiet, color: colors.volume, priceScaleId: "volume" });
    chart.priceScale("volume").applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } });
    this.#candles = chart.addSeries(CandlestickSeries, {
      ...quiet,
      priceFormat,
      upColor: colors.gain,
      downColor: colors.loss,
      wickUpColor: colors.gain,
      wickDownColor: colors.loss,
      borderVisible: false,
    });
    const drawn = indicators.flatMap(({ indicator, period }) =>
      indicator.lines.map((line) => ({ line, title: `${indicator.title}(${period}) ${line}`, indicator })),
    );
    const names = [...new Set(drawn.map(({ indicator }) => indicator.name))];
    this.#lines = drawn.map(({ title, line, indicator }) => {
      const color = colors.indicators[names.indexOf(indicator.name)]!;
      const options = { ...quiet, priceFormat, color: color, lineWidth: 1, crosshairMarkerVisible: false } as const;
      const series = chart.addSeries(LineSeries, options);
      return {
        title: line === indicator.title ? title.slice(0, -line.length - 1) : title,
        color,
        series,
        values: EMPTY,
      };
    });
    this.#chosen = indicators;
  }

  #compute(): void {
    const close = Float64Array.from(this.#bars!.close);
    const columns = this.#chosen.flatMap(({ indicator, period }) => indicator.compute(close, period));
    this.#lines.forEach((line, i) => (line.values = columns[i]!));
  }

  #setAll(): void {
    const bars = this.#bars!;
    this.#compute();
    this.#candles.setData(bars.time.map((_, i) => this.#candle(i)));
    this.#volume.setData(bars.time.map((_, i) => this.#column(bars.volume, i)));
    for (const { series, values } of this.#lines) series.setData(bars.time.map((_, i) => this.#column(values, i)));
    this.#drawn = bars.time.length;
  }

  #candle(i: number) {
    const { axisTime, open, high, low, close } = this.#bars!;
    return { time: axisTime[i]! as UTCTimestamp, open: open[i]!, high: high[i]!, low: low[i]!, close: close[i]! };
  }

  /** Returns the point of a line at bar `i`. If the column has no value there, the line has a gap. */
  #column(values: ArrayLike<number>, i: number) {
    const time = this.#bars!.axisTime[i]! as UTCTimestamp;
    const value = values[i]!;
    return Number.isNaN(value) ? { time } : { time, value };
  }

  #updateLegend(): void {
    const bars = this.#bars!;
    const i = this.#hoveredTime === undefined ? bars.time.length - 1 : bars.axisTime.indexOf(this.#hoveredTime);
    if (i < 0) return this.#legend.set([{ text: bars.symbol, strong: true }]);
    const price = (column: ArrayLike<number>) => priceText(column[i]!, this.#instrument.decimals);
    const start = bars.time[i]!;
    this.#legend.set([
      { text: bars.symbol, strong: true },
      { text: startText(start, bars) },
      { text: "O", value: price(bars.open), minor: true },
      { text: "H", value: price(bars.high), minor: true },
      { text: "L", value: price(bars.low), minor: true },
      { text: "C", value: `${price(bars.close)} ${this.#instrument.currency}`.trim() },
      { text: "V", value: shortText(bars.volume[i]!), minor: true },
      ...this.#lines.map(({ title, color, values }) => ({ text: title, value: price(values), color })),
    ]);
  }
}

const EMPTY = new Float64Array(0);
function lowestPrice({ low }: ChartBars): number {
  return low.reduce((lowest, price) => Math.min(lowest, price), Infinity);
}

/** Price levels of an instrument: the entry price of its position, and the prices of its open orders. */
export function levelsOf(position: PositionRecord | undefined, orders: readonly OrderRecord[]): PriceLevel[] {
  const levels: PriceLevel[] = [];
  if (position !== undefined) {
    levels.push({
      price: position.average_price,
      title: `${position.direction} ${quantityText(position.quantity)}`,
      tone: "strategy",
    });
  }
  for (const { side, limit_price, stop_price } of orders) {
    const tone = side === "buy" ? "gain" : "loss";
    if (limit_price !== null) levels.push({ price: limit_price, title: `${side} limit`, tone });
    if (stop_price !== null) levels.push({ price: stop_price, title: `${side} stop`, tone });
  }
  return levels;
}

/** Marks for the fills of the shown instrument, each on its bar. A fill in a forming bar is drawn once that bar is complete. */
function fillMarks(fills: readonly FillRecord[], bars: ChartBars): FillMark[] {
  const last = bars.time.at(-1) ?? -Infinity;
  const length = bars.time.length > 1 ? last - bars.time.at(-2)! : 0;
  return fills
    .filter(({ symbol }) => symbol === bars.symbol)
    .map(({ timestamp, price, side }) => ({ at: Date.parse(timestamp), price, buy: side === "buy" }))
    .filter(({ at }) => at >= (bars.time[0] ?? Infinity) && at <= last + length)
    .map(({ at, price, buy }) => ({ time: bars.axisTime[bars.indexAt(at)]!, price, buy }));
}

/** Formats the start of a bar as a date, or as a time to the minute or to the second. */
function startText(start: number, { interval, zone }: ChartBars): string {
  if (isDaily(interval)) return dateText(start, zone);
  return intervalMs(interval) % 60_000 === 0
    ? minuteText(start, zone)
    : `${dateText(start, zone)} ${secondText(start, zone)}`;
}
