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
import { chartColours, type ChartColours } from "../../report/chart-colours.ts";
import { chartOptions } from "../../report/chart-options.ts";
import { element } from "../../report/element.ts";
import { addPaneLegends, type LegendPart } from "../../report/legend.ts";
import { lineData, timed } from "../../report/chart-data.ts";
import { movedRange, showAll } from "../../report/chart-keys.ts";
import { numberText, percentText, timeText } from "../../report/number-text.ts";
import { unpack } from "../../report/unpack.ts";

const QUIET = { lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false } as const;
const HEIGHTS = { wide: { equity: 300, drawdown: 130, font: 11 }, narrow: { equity: 240, drawdown: 110, font: 10 } };
const AXIS = 28;
const NARROW = 600;
/** Of equity where it is below ten. */
const MOST_DECIMALS = 4;

/** How a curve is drawn. */
export interface CurveLook {
  readonly colour: (colours: ChartColours) => string;
  readonly width: 1 | 2;
}

/** Curves of equity in one pane and how far each stands below its peak in another, over one axis of time. */
export class CurvesChart {
  readonly element = element("div", { class: "chart" });
  readonly #daily: boolean;
  readonly #curves: readonly CurveData[];
  readonly #looks: readonly CurveLook[];
  readonly #edges: readonly number[];
  #chart: IChartApi | undefined;
  #observer: ResizeObserver | undefined;
  #logarithmic = false;
  #growth: boolean;

  /** With `growth` curves are shown as what one unit became, so that accounts of other sizes can be compared. */
  constructor(
    { daily, lines }: CurveLines,
    looks: readonly CurveLook[],
    { growth = false, edges = [] }: { readonly growth?: boolean; readonly edges?: readonly number[] } = {},
  ) {
    this.#daily = daily;
    this.#curves = lines.map(curveData);
    this.#looks = looks;
    this.#growth = growth;
    this.#edges = edges;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  /** Draws the chart; the element must be on the page. What was in view stays in view. */
  draw(): void {
    const range = this.#chart?.timeScale().getVisibleRange() ?? undefined;
    this.#observer?.disconnect();
    this.#chart?.remove();
    const sizes = this.element.clientWidth < NARROW ? HEIGHTS.narrow : HEIGHTS.wide;
    this.element.style.height = `${sizes.equity + sizes.drawdown + AXIS}px`;
    const colours = chartColours(this.element);
    const chart = createChart(this.element, chartOptions(colours, this.#daily, sizes.font));
    this.#curves.forEach((curve, i) => {
      const { width, colour } = this.#looks[i]!;
      const style = { ...QUIET, color: colour(colours), lineWidth: width };
      const equity = chart.addSeries(LineSeries, { ...style, priceFormat: moneyFormat(this.#decimals) }, 0);
      equity.setData(lineData(curve.time, this.#column(curve)));
      if (i === this.#curves.length - 1 && this.#edges.length > 0)
        equity.attachPrimitive(new WindowBands(this.#edges, colours.band));
      const below = chart.addSeries(LineSeries, { ...style, lineWidth: 1, priceFormat: DRAWDOWN_FORMAT }, 1);
      below.setData(lineData(curve.time, curve.drawdown));
    });
    chart.panes()[0]!.setStretchFactor(sizes.equity);
    chart.panes()[1]!.setStretchFactor(sizes.drawdown);
    this.#chart = chart;
    const last = Math.max(...this.#curves.map(({ time }) => time.at(-1) ?? 0));
    this.#observer = addPaneLegends(chart, this.element, last, (time) => this.#legendsAt(time, colours));
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

  /** Everything in view. */
  showAll(): void {
    const points = new Set(this.#curves.flatMap(({ time }) => [...time])).size;
    if (this.#chart !== undefined) showAll(this.#chart, points, this.element.clientWidth);
  }

  /** Moves what is in view by a share of its width and scales that width. */
  move(by: number, scale = 1): void {
    const range = this.#chart && movedRange(this.#chart, by, scale);
    if (range !== undefined) this.#chart!.timeScale().setVisibleLogicalRange(range);
  }

  get #decimals(): number {
    return this.#growth ? 2 : Math.min(...this.#curves.map(({ equity }) => axisDecimals(equity, MOST_DECIMALS)));
  }

  #column({ growth, equity }: CurveData): Float64Array {
    return this.#growth ? growth : equity;
  }

  #legendsAt(time: number, colours: ChartColours): LegendPart[][] {
    const named = (text: (curve: CurveData) => string): LegendPart[] =>
      this.#curves.map((curve, i) => ({
        text: curve.name,
        value: text(curve),
        colour: this.#looks[i]!.colour(colours),
      }));
    const worth = named((curve) => numberText(curve.at(this.#column(curve), time), this.#decimals));
    const below = named((curve) => percentText(curve.at(curve.drawdown, time)));
    const title = this.#growth ? "Growth of 1" : "Equity";
    return [
      [{ text: title, strong: true }, { text: timeText(time, this.#daily) }, ...worth],
      [{ text: "Drawdown", strong: true }, ...below],
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
    /** What one unit became. */
    growth: values.map((value) => value / start),
    drawdown: unpack(drawdown),
    at: (column: Float64Array, moment: number) => column[times.indexAt(moment)] ?? NaN,
  };
}

type Target = Parameters<IPrimitivePaneRenderer["draw"]>[0];

/** Shades every other stretch between two times, so that the windows of a curve are told apart. */
class WindowBands implements ISeriesPrimitive {
  readonly #edges: readonly number[];
  readonly #colour: string;
  readonly #views: readonly IPrimitivePaneView[];
  #chart: IChartApi | undefined;

  /** `edges` are times that the series has, rising. */
  constructor(edges: readonly number[], colour: string) {
    this.#edges = edges;
    this.#colour = colour;
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
      context.fillStyle = this.#colour;
      for (let i = 0; i + 1 < this.#edges.length; i += 2) {
        const from = scale.timeToCoordinate(this.#edges[i]! as Time);
        const to = scale.timeToCoordinate(this.#edges[i + 1]! as Time);
        if (from !== null && to !== null) context.fillRect(from, 0, to - from, mediaSize.height);
      }
    });
  }
}
