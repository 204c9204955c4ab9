import { createChart, type IChartApi, type Time } from "lightweight-charts";
import type { ReportPayload } from "../../report/payload.ts";
import { chartColors } from "./chart-colors.ts";
import { curveData, symbolData, type CurveData, type SymbolData } from "./chart-data.ts";
import { chartOptions } from "./chart-options.ts";
import { element } from "./element.ts";
import { addDrawdownPane, addEquityPane, type EquityPane } from "./equity-pane.ts";
import { movedRange, showAll } from "./chart-keys.ts";
import { addPaneLegends } from "./legend.ts";
import { addIndicatorPanes, addPricePane, indicatorPaneCount, type ChartPane, type PricePane } from "./price-pane.ts";
import type { ShownTrade } from "./trade.ts";

/** Heights of the chart's panes in pixels, for wide and for narrow pages. */
const HEIGHTS = {
  wide: { price: 340, indicator: 100, equity: 170, drawdown: 110, axis: 28, font: 11 },
  narrow: { price: 250, indicator: 80, equity: 140, drawdown: 90, axis: 28, font: 10 },
};
const NARROW = 600;

/** A chosen trade is shown with at least this many bars around it, and a margin on each side as a share of its length. */
const TRADE_CONTEXT = 30;
const TRADE_MARGIN = 0.5;

interface Drawn {
  readonly chart: IChartApi;
  readonly price: PricePane;
  readonly equity: EquityPane;
  readonly observer: ResizeObserver;
}

/**
 * Chart of one symbol with panes for prices, indicators, equity and drawdown over one time axis. It is redrawn for another symbol and when
 * the color scheme changes.
 */
export class ReportChart {
  readonly element = element("div", { class: "chart" });
  readonly #payload: ReportPayload;
  readonly #trades: readonly ShownTrade[];
  readonly #curve: CurveData;
  #data: SymbolData;
  #drawn: Drawn | undefined;
  #logarithmic = false;
  #chosen: ShownTrade | undefined;

  constructor(payload: ReportPayload, trades: readonly ShownTrade[]) {
    this.#payload = payload;
    this.#trades = trades;
    this.#curve = curveData(payload.curve);
    this.#data = symbolData(payload.symbols[0]!);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  get symbol(): string {
    return this.#data.symbol;
  }

  /** First and last time on the chart in epoch seconds. */
  get extent(): [first: number, last: number] {
    const { time } = this.#curve;
    return [time[0]!, time.at(-1)!];
  }

  /** Draws the chart and keeps the part in view. The chart's element must be on the page. */
  draw(): void {
    const range = this.#drawn?.chart.timeScale().getVisibleRange() ?? undefined;
    this.#drawn?.observer.disconnect();
    this.#drawn?.chart.remove();

    const sizes = this.element.clientWidth < NARROW ? HEIGHTS.narrow : HEIGHTS.wide;
    const indicatorPanes = indicatorPaneCount(this.#data);
    const heights = [
      sizes.price,
      ...Array.from({ length: indicatorPanes }, () => sizes.indicator),
      sizes.equity,
      sizes.drawdown,
    ];
    this.element.style.height = `${heights.reduce((sum, height) => sum + height, sizes.axis)}px`;
    const colors = chartColors(this.element);
    const { daily, currency } = this.#payload;
    const chart = createChart(this.element, chartOptions(colors, daily, sizes.font));
    const symbolTrades = this.#trades.filter((trade) => trade.symbol === this.symbol);
    const price = addPricePane(chart, this.#data, symbolTrades, colors, daily);
    const indicators = addIndicatorPanes(chart, this.#data, colors);
    const equity = addEquityPane(chart, this.#curve, currency, colors, indicatorPanes + 1);
    const drawdown = addDrawdownPane(chart, this.#curve, colors, indicatorPanes + 2);
    chart.panes().forEach((pane, i) => pane.setStretchFactor(heights[i]!));

    const panes: ChartPane[] = [price, ...indicators, equity, drawdown];
    const observer = addPaneLegends(chart, this.element, this.extent[1], (time) =>
      panes.map((pane) => pane.legend(time)),
    );
    this.#drawn = { chart, price, equity, observer };
    this.setLogarithmic(this.#logarithmic);
    price.marks.choose(this.#chosen?.symbol === this.symbol ? this.#chosen : undefined);
    if (range === undefined) this.showLast();
    else chart.timeScale().setVisibleRange(range);
  }

  showSymbol(symbol: string): void {
    const payload = this.#payload.symbols.find((each) => each.symbol === symbol);
    if (payload === undefined || symbol === this.symbol) return;
    this.#data = symbolData(payload);
    this.draw();
  }

  /** Shows a trade on the chart and highlights it. */
  showTrade(trade: ShownTrade): void {
    this.#chosen = trade;
    this.showSymbol(trade.symbol);
    const drawn = this.#drawn;
    const from = drawn?.chart.timeScale().timeToIndex(trade.entryPoint as Time);
    const to = drawn?.chart.timeScale().timeToIndex(trade.exitPoint as Time);
    if (drawn === undefined || typeof from !== "number" || typeof to !== "number") return;
    drawn.price.marks.choose(trade);
    const margin = Math.max(TRADE_CONTEXT, (to - from) * TRADE_MARGIN);
    this.#view(from - margin, to + margin);
  }

  /** Shows this many of the last seconds; undefined shows everything. */
  showLast(seconds?: number): void {
    const chart = this.#drawn?.chart;
    if (chart === undefined) return;
    if (seconds === undefined) return showAll(chart, this.#curve.time.length, this.element.clientWidth);
    const [first, last] = this.extent;
    chart.timeScale().setVisibleRange({ from: Math.max(first, last - seconds) as Time, to: last as Time });
  }

  /** Moves the part in view by a share of its width, and scales its width. */
  move(by: number, scale = 1): void {
    const range = this.#drawn && movedRange(this.#drawn.chart, by, scale);
    if (range !== undefined) this.#view(range.from, range.to);
  }

  setLogarithmic(on: boolean): void {
    this.#logarithmic = on;
    this.#drawn?.price.setLogarithmic(on);
    this.#drawn?.equity.setLogarithmic(on);
  }

  /** Shows a range of points. A range beyond the chart's ends is moved inside without changing its width. */
  #view(from: number, to: number): void {
    const scale = this.#drawn!.chart.timeScale();
    const last = scale.timeToIndex(this.extent[1] as Time, true) ?? 0;
    const width = Math.min(to - from, last);
    const start = Math.min(Math.max(0, from), last - width);
    scale.setVisibleLogicalRange({ from: start, to: start + width });
  }
}
