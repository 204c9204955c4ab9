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
import { type ChartColours, chartColours } from "../../report/chart-colours.ts";
import { element } from "../../report/element.ts";
import { decimalsShown, priceText, shortText } from "../../report/number-text.ts";
import { TradeMarks } from "../../report/trade-marks.ts";
import type { ChartBars } from "../data/chart-bars.ts";
import { type Instrument, isDaily } from "../data/instrument.ts";
import { quantityText } from "../data/order-text.ts";
import { dateText, minuteText } from "../data/zone-text.ts";
import { axisNumbers, deskChartOptions, keepTimesWhole } from "./desk-chart-options.ts";
import type { ChosenIndicator } from "./chart-indicators.ts";
import type { FillMark } from "../../report/chart-data.ts";

/** Pixels of a bar where there are many, and where there are few. */
const SPACING = { least: 6, most: 20 };
/** Pixels beside the last bar, for the names of levels. */
const ROOM = 66;
/** Bars' widths before the first bar where all are in view: half a number of the axis. */
const BEFORE = 1.5;

/** What a chart of so many pixels shows of its bars at first, counted from the first bar: the last ones, and room beside them. */
export function firstView(bars: number, width: number): { from: number; to: number } {
  const fitting = (width - ROOM) / (bars + BEFORE);
  const spacing = Math.min(SPACING.most, Math.max(SPACING.least, fitting));
  const to = bars + ROOM / spacing;
  return { from: to - width / spacing, to };
}

/** A level of price that is drawn across the chart. */
interface PriceLevel {
  readonly price: number;
  readonly title: string;
  readonly tone: "gain" | "loss" | "strategy";
}

/** What the chart says of its prices. */
type ChartedInstrument = Pick<Instrument, "decimals" | "currency">;

/** Until the instrument is known. */
const UNKNOWN: ChartedInstrument = { decimals: 2, currency: "" };

interface Line {
  readonly title: string;
  readonly colour: string;
  readonly series: ISeriesApi<"Line">;
  values: Float64Array;
}

/** Bars as candles with volume, indicators, fills and levels. It grows at its end and is drawn anew for everything else. */
export class PriceChart {
  readonly element = element("div", { class: "chart" });
  #chart: IChartApi | undefined;
  #candles!: ISeriesApi<"Candlestick">;
  #volume!: ISeriesApi<"Histogram">;
  #colours!: ChartColours;
  #marks: TradeMarks | undefined;
  #lines: Line[] = [];
  #chosen: readonly ChosenIndicator[] = [];
  #levels: IPriceLine[] = [];
  #bars: ChartBars | undefined;
  #drawn = 0;
  #instrument: ChartedInstrument = UNKNOWN;
  /** Place of the bar under the pointer. */
  #pointed: number | undefined;
  readonly #legend: Legend;
  #observer: ResizeObserver | undefined;

  /** The legend tells what the chart shows under the pointer, or at its end. */
  constructor(legend: Legend) {
    this.#legend = legend;
  }

  /** Draws everything; what is in view stays so where the bars are the same. */
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
    this.#instrument = instrument ?? UNKNOWN;
    this.#colours = chartColours(this.element);
    const chart = createChart(this.element, deskChartOptions(this.#colours, isDaily(bars.interval)));
    this.#chart = chart;
    this.#addSeries(chart, indicators);
    this.#drawn = 0;
    this.#levels = [];
    this.#marks = undefined;
    this.#setAll();
    this.showFills(fills);
    const view = range ?? firstView(bars.time.length, this.element.clientWidth);
    // The stretch that is had moves on with the market: what is in view keeps its distance from the end.
    const shift = view === range ? grown : 0;
    chart.timeScale().setVisibleLogicalRange({ from: view.from + shift, to: view.to + shift });
    keepTimesWhole(chart);
    this.#pointed = undefined;
    chart.subscribeCrosshairMove(({ time }) => {
      this.#pointed = time === undefined ? undefined : Number(time);
      this.#tell();
    });
    this.#tell();
    this.#keepBelowLegend(chart);
  }

  /** Draws the bars that were added since. */
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
    this.#tell();
  }

  showFills(fills: readonly FillRecord[]): void {
    if (this.#bars === undefined) return;
    if (this.#marks !== undefined) this.#candles.detachPrimitive(this.#marks);
    this.#marks = new TradeMarks(fillMarks(fills, this.#bars), [], this.#colours);
    this.#candles.attachPrimitive(this.#marks);
  }

  showLevels(levels: readonly PriceLevel[]): void {
    if (this.#chart === undefined) return;
    for (const level of this.#levels) this.#candles.removePriceLine(level);
    this.#levels = levels.map(({ price, title, tone }) => {
      const style = { lineWidth: 1 as const, lineStyle: LineStyle.Dashed, axisLabelVisible: true };
      const color = this.#colours[tone];
      const axisLabelTextColor = this.#colours.background;
      return this.#candles.createPriceLine({ price, title, color, axisLabelTextColor, ...style });
    });
    // The numbers of the axis are written anew, beside the labels.
    this.#chart.priceScale("right").applyOptions({});
  }

  /** On a phone the legend stands above the plot, and takes nothing of it. */
  #keepBelowLegend(chart: IChartApi): void {
    const keep = belowLegend(chart.panes()[0]!, this.#legend.element);
    this.#observer = new ResizeObserver(() =>
      requestAnimationFrame(() => {
        if (this.#chart === chart) keep();
      }),
    );
    for (const observed of [this.element, this.#legend.element]) this.#observer.observe(observed);
  }

  #addSeries(chart: IChartApi, indicators: readonly ChosenIndicator[]): void {
    const colours = this.#colours;
    const quiet = { lastValueVisible: false, priceLineVisible: false } as const;
    const digits = this.#instrument.decimals;
    const formatter = (value: number) => priceText(value, digits);
    const tickmarksFormatter = axisNumbers({
      at: (price) => this.#candles.priceToCoordinate(price),
      height: () => chart.paneSize().height,
      labels: () => this.#levels.map((level) => level.options().price),
      write: formatter,
    });
    const priceFormat = {
      type: "custom",
      formatter,
      tickmarksFormatter,
      minMove: 10 ** -decimalsShown(lowestOf(this.#bars!), digits),
    } as const;
    this.#volume = chart.addSeries(HistogramSeries, { ...quiet, color: colours.volume, priceScaleId: "volume" });
    chart.priceScale("volume").applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } });
    this.#candles = chart.addSeries(CandlestickSeries, {
      ...quiet,
      priceFormat,
      upColor: colours.gain,
      downColor: colours.loss,
      wickUpColor: colours.gain,
      wickDownColor: colours.loss,
      borderVisible: false,
    });
    const drawn = indicators.flatMap(({ indicator, period }) =>
      indicator.lines.map((line) => ({ line, title: `${indicator.title}(${period}) ${line}`, indicator })),
    );
    const names = [...new Set(drawn.map(({ indicator }) => indicator.name))];
    this.#lines = drawn.map(({ title, line, indicator }) => {
      const colour = colours.indicators[names.indexOf(indicator.name)]!;
      const options = { ...quiet, priceFormat, color: colour, lineWidth: 1, crosshairMarkerVisible: false } as const;
      const series = chart.addSeries(LineSeries, options);
      return {
        title: line === indicator.title ? title.slice(0, -line.length - 1) : title,
        colour,
        series,
        values: NONE,
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
    const { place, open, high, low, close } = this.#bars!;
    return { time: place[i]! as UTCTimestamp, open: open[i]!, high: high[i]!, low: low[i]!, close: close[i]! };
  }

  /** A missing value leaves its time blank. */
  #column(values: ArrayLike<number>, i: number) {
    const time = this.#bars!.place[i]! as UTCTimestamp;
    const value = values[i]!;
    return Number.isNaN(value) ? { time } : { time, value };
  }

  #tell(): void {
    const bars = this.#bars!;
    const i = this.#pointed === undefined ? bars.time.length - 1 : bars.place.indexOf(this.#pointed);
    if (i < 0) return this.#legend.set([{ text: bars.symbol, strong: true }]);
    const price = (column: ArrayLike<number>) => priceText(column[i]!, this.#instrument.decimals);
    const start = bars.time[i]!;
    this.#legend.set([
      { text: bars.symbol, strong: true },
      { text: isDaily(bars.interval) ? dateText(start, bars.zone) : minuteText(start, bars.zone) },
      { text: "O", value: price(bars.open), minor: true },
      { text: "H", value: price(bars.high), minor: true },
      { text: "L", value: price(bars.low), minor: true },
      { text: "C", value: `${price(bars.close)} ${this.#instrument.currency}`.trim() },
      { text: "V", value: shortText(bars.volume[i]!), minor: true },
      ...this.#lines.map(({ title, colour, values }) => ({ text: title, value: price(values), colour })),
    ]);
  }
}

const NONE = new Float64Array(0);
function lowestOf({ low }: ChartBars): number {
  return low.reduce((lowest, price) => Math.min(lowest, price), Infinity);
}

/** The levels of an instrument: where its position was entered, and where its open orders wait. */
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

/** The fills of the instrument shown, each on the bar in which it happened; those of a bar that still forms come with it. */
function fillMarks(fills: readonly FillRecord[], bars: ChartBars): FillMark[] {
  const last = bars.time.at(-1) ?? -Infinity;
  const length = bars.time.length > 1 ? last - bars.time.at(-2)! : 0;
  return fills
    .filter(({ symbol }) => symbol === bars.symbol)
    .map(({ timestamp, price, side }) => ({ at: Date.parse(timestamp), price, buy: side === "buy" }))
    .filter(({ at }) => at >= (bars.time[0] ?? Infinity) && at <= last + length)
    .map(({ at, price, buy }) => ({ time: bars.place[bars.indexAt(at)]!, price, buy }));
}
