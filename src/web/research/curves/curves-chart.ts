import {
  createChart,
  LineSeries,
  PriceScaleMode,
  type IChartApi,
  type LogicalRange,
  type Time,
} from "lightweight-charts";
import type { CurveLines } from "../../../report/research/curve-lines.ts";
import { chartColours, type ChartColours } from "../../report/chart-colours.ts";
import { chartOptions } from "../../report/chart-options.ts";
import { element } from "../../report/element.ts";
import { legend, type Legend, type LegendPart } from "../../report/legend.ts";
import { lineData } from "../../report/line-data.ts";
import { numberText, percentText, timeText } from "../../report/number-text.ts";
import { curveData, type CurveData } from "./curve-data.ts";
import { WindowBands } from "./window-bands.ts";

const QUIET = { lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false } as const;
const HEIGHTS = { wide: { equity: 300, drawdown: 130, font: 11 }, narrow: { equity: 240, drawdown: 110, font: 10 } };
const AXIS = 28;
const NARROW = 600;

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
      const equity = chart.addSeries(LineSeries, { ...style, priceFormat: this.#format() }, 0);
      equity.setData(lineData(curve.time, this.#column(curve)));
      if (i === this.#curves.length - 1 && this.#edges.length > 0)
        equity.attachPrimitive(new WindowBands(this.#edges, colours.band));
      const priceFormat = {
        type: "custom",
        formatter: (value: number) => percentText(value, 0),
        minMove: 0.0001,
      } as const;
      const below = chart.addSeries(LineSeries, { ...style, lineWidth: 1, priceFormat }, 1);
      below.setData(lineData(curve.time, curve.drawdown));
    });
    chart.panes()[0]!.setStretchFactor(sizes.equity);
    chart.panes()[1]!.setStretchFactor(sizes.drawdown);
    this.#chart = chart;
    this.#addLegends(chart, colours);
    this.setLogarithmic(this.#logarithmic);
    if (range === undefined) chart.timeScale().fitContent();
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
    this.#chart?.timeScale().fitContent();
  }

  /** Moves what is in view by a share of its width and scales that width. */
  move(by: number, scale = 1): void {
    const range: LogicalRange | null | undefined = this.#chart?.timeScale().getVisibleLogicalRange();
    if (range === null || range === undefined) return;
    const width = range.to - range.from;
    const middle = (range.from + range.to) / 2 + by * width;
    const half = Math.max(5, (width * scale) / 2);
    this.#chart!.timeScale().setVisibleLogicalRange({ from: middle - half, to: middle + half });
  }

  #column({ growth, equity }: CurveData): Float64Array {
    return this.#growth ? growth : equity;
  }

  #format() {
    const decimals = this.#growth ? 2 : 0;
    return {
      type: "custom",
      formatter: (value: number) => numberText(value, decimals),
      minMove: this.#growth ? 0.01 : 1,
    } as const;
  }

  #addLegends(chart: IChartApi, colours: ChartColours): void {
    this.element.querySelectorAll(".legend").forEach((old) => old.remove());
    const legends: Legend[] = [legend(), legend()];
    this.element.append(...legends.map((each) => each.element));
    const last = Math.max(...this.#curves.map(({ time }) => time.at(-1) ?? 0));
    const named = (text: (curve: CurveData, time: number) => string, time: number): LegendPart[] =>
      this.#curves.map((curve, i) => ({
        text: curve.name,
        value: text(curve, time),
        colour: this.#looks[i]!.colour(colours),
      }));
    // Under the pointer, or else at the last point in view.
    let pointed: Time | undefined;
    const say = () => {
      const time = Number(pointed ?? chart.timeScale().getVisibleRange()?.to ?? last);
      const decimals = this.#growth ? 2 : 0;
      const title = this.#growth ? "Growth of 1" : "Equity";
      const worth = (curve: CurveData, at: number) => numberText(curve.at(this.#column(curve), at), decimals);
      legends[0]!.set([{ text: title, strong: true }, { text: timeText(time, this.#daily) }, ...named(worth, time)]);
      legends[1]!.set([
        { text: "Drawdown", strong: true },
        ...named((curve, at) => percentText(curve.at(curve.drawdown, at)), time),
      ]);
    };
    chart.subscribeCrosshairMove(({ time }) => {
      pointed = time;
      say();
    });
    chart.timeScale().subscribeVisibleTimeRangeChange(say);
    say();
    const place = () => {
      const { top } = this.element.getBoundingClientRect();
      legends.forEach((each, i) => {
        const pane = chart.panes()[i]?.getHTMLElement();
        if (pane) each.place(pane.getBoundingClientRect().top - top);
      });
    };
    this.#observer = new ResizeObserver(() => requestAnimationFrame(place));
    this.#observer.observe(this.element);
  }
}
