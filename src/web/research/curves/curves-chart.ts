import {
  createChart,
  type IChartApi,
  type IPrimitivePaneRenderer,
  type IPrimitivePaneView,
  type ISeriesPrimitive,
  LineSeries,
  PriceScaleMode,
  type SeriesAttachedParameter,
  type Time,
} from "lightweight-charts";
import type { CurveLine, CurveLines } from "../../../report/research/curve-lines.ts";
import { axisDecimals, DRAWDOWN_FORMAT, moneyFormat } from "../../report/axis-format.ts";
import { chartColors, type ChartColors } from "../../report/chart-colors.ts";
import { chartOptions } from "../../report/chart-options.ts";
import { element } from "../../report/element.ts";
import { addPaneLegends, type LegendPart } from "../../report/legend.ts";
import { lineData, timed } from "../../report/chart-data.ts";
import { movedRange, showAll } from "../../report/chart-keys.ts";
import { numberText, percentText, timeText } from "../../report/number-text.ts";
import { unpack } from "../../report/unpack.ts";

const NO_MARKERS = { lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false } as const;
const HEIGHTS = { wide: { equity: 300, drawdown: 130, font: 11 }, narrow: { equity: 240, drawdown: 110, font: 10 } };
const AXIS = 28;
const NARROW = 600;
/** Maximum number of decimals of equity, used for values below ten. */
const MAX_DECIMALS = 4;

/** Style of an equity curve. */
export interface CurveStyle {
  readonly color: (colors: ChartColors) => string;
  readonly width: 1 | 2;
}

/** A chart with equity curves in one pane and their drawdowns in another, over one time axis. */
export class CurvesChart {
  readonly element = element("div", { class: "chart" });
  readonly #daily: boolean;
  readonly #curves: readonly CurveData[];
  readonly #styles: readonly CurveStyle[];
  readonly #edges: readonly number[];
  #chart: IChartApi | undefined;
  #observer: ResizeObserver | undefined;
  #logarithmic = false;
  #growth: boolean;

  /** With `growth`, each curve shows the growth of 1 unit of money, so that accounts of different sizes can be compared. */
  constructor(
    { daily, lines }: CurveLines,
    styles: readonly CurveStyle[],
    { growth = false, edges = [] }: { readonly growth?: boolean; readonly edges?: readonly number[] } = {},
  ) {
    this.#daily = daily;
    this.#curves = lines.map(curveData);
    this.#styles = styles;
    this.#growth = growth;
    this.#edges = edges;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  /** Draws the chart and keeps the part in view. The chart's element must be on the page. */
  draw(): void {
    const range = this.#chart?.timeScale().getVisibleRange() ?? undefined;
    this.#observer?.disconnect();
    this.#chart?.remove();
    const sizes = this.element.clientWidth < NARROW ? HEIGHTS.narrow : HEIGHTS.wide;
    this.element.style.height = `${sizes.equity + sizes.drawdown + AXIS}px`;
    const colors = chartColors(this.element);
    const chart = createChart(this.element, chartOptions(colors, this.#daily, sizes.font));
    this.#curves.forEach((curve, i) => {
      const { width, color } = this.#styles[i]!;
      const style = { ...NO_MARKERS, color: color(colors), lineWidth: width };
      const equity = chart.addSeries(LineSeries, { ...style, priceFormat: moneyFormat(this.#decimals) }, 0);
      equity.setData(lineData(curve.time, this.#column(curve)));
      if (i === this.#curves.length - 1 && this.#edges.length > 0)
        equity.attachPrimitive(new WindowBands(this.#edges, colors.band));
      const drawdown = chart.addSeries(LineSeries, { ...style, lineWidth: 1, priceFormat: DRAWDOWN_FORMAT }, 1);
      drawdown.setData(lineData(curve.time, curve.drawdown));
    });
    chart.panes()[0]!.setStretchFactor(sizes.equity);
    chart.panes()[1]!.setStretchFactor(sizes.drawdown);
    this.#chart = chart;
    const last = Math.max(...this.#curves.map(({ time }) => time.at(-1) ?? 0));
    this.#observer = addPaneLegends(chart, this.element, last, (time) => this.#legendsAt(time, colors));
    this.setLogarithmic(this.#logarithmic);
    if (range === undefined) this.showAll();
    else chart.timeScale().setVisibleRange(range);
  }

  setLogarithmic(on: boolean): void {
    this.#logarithmic = on;
    this.#chart?.priceScale("right", 0).applyOptions({ mode: on ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal });
  }

  setGrowth(on: boolean): void {
    this.#growth = on;
    this.draw();
  }

  /** Shows the curves completely. */
  showAll(): void {
    const points = new Set(this.#curves.flatMap(({ time }) => [...time])).size;
    if (this.#chart !== undefined) showAll(this.#chart, points, this.element.clientWidth);
  }

  /** Moves the part in view by a share of its width, and scales its width. */
  move(by: number, scale = 1): void {
    const range = this.#chart && movedRange(this.#chart, by, scale);
    if (range !== undefined) this.#chart!.timeScale().setVisibleLogicalRange(range);
  }

  get #decimals(): number {
    return this.#growth ? 2 : Math.min(...this.#curves.map(({ equity }) => axisDecimals(equity, MAX_DECIMALS)));
  }

  #column({ growth, equity }: CurveData): Float64Array {
    return this.#growth ? growth : equity;
  }

  #legendsAt(time: number, colors: ChartColors): LegendPart[][] {
    const named = (text: (curve: CurveData) => string): LegendPart[] =>
      this.#curves.map((curve, i) => ({
        text: curve.name,
        value: text(curve),
        color: this.#styles[i]!.color(colors),
      }));
    const equityParts = named((curve) => numberText(curve.at(this.#column(curve), time), this.#decimals));
    const drawdownParts = named((curve) => percentText(curve.at(curve.drawdown, time)));
    const title = this.#growth ? "Growth of 1" : "Equity";
    return [
      [{ text: title, strong: true }, { text: timeText(time, this.#daily) }, ...equityParts],
      [{ text: "Drawdown", strong: true }, ...drawdownParts],
    ];
  }
}

type CurveData = ReturnType<typeof curveData>;

function curveData({ name, start, time, equity, drawdown }: CurveLine) {
  const times = timed(unpack(time));
  const values = unpack(equity);
  return {
    name,
    ...times,
    equity: values,
    /** Growth of one unit of money. */
    growth: values.map((value) => value / start),
    drawdown: unpack(drawdown),
    at: (column: Float64Array, moment: number) => column[times.indexAt(moment)] ?? NaN,
  };
}

type Target = Parameters<IPrimitivePaneRenderer["draw"]>[0];

/** Shades every second range between given times, which separates the windows of a walk-forward curve. */
class WindowBands implements ISeriesPrimitive {
  readonly #edges: readonly number[];
  readonly #color: string;
  readonly #views: readonly IPrimitivePaneView[];
  #chart: IChartApi | undefined;

  /** `edges` are times on the chart, in ascending order. */
  constructor(edges: readonly number[], color: string) {
    this.#edges = edges;
    this.#color = color;
    this.#views = [{ zOrder: () => "bottom", renderer: () => ({ draw: (target) => this.#draw(target) }) }];
  }

  attached({ chart }: SeriesAttachedParameter): void {
    this.#chart = chart as IChartApi;
  }

  detached(): void {
    this.#chart = undefined;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views;
  }

  #draw(target: Target): void {
    const scale = this.#chart?.timeScale();
    if (scale === undefined) return;
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.fillStyle = this.#color;
      for (let i = 0; i + 1 < this.#edges.length; i += 2) {
        const from = scale.timeToCoordinate(this.#edges[i]! as Time);
        const to = scale.timeToCoordinate(this.#edges[i + 1]! as Time);
        if (from !== null && to !== null) context.fillRect(from, 0, to - from, mediaSize.height);
      }
    });
  }
}
