import type {
  IChartApi,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from "lightweight-charts";
import type { ChartColors } from "./chart-colors.ts";
import type { FillMark } from "./chart-data.ts";
import type { ShownTrade } from "./trade.ts";

type Target = Parameters<IPrimitivePaneRenderer["draw"]>[0];

/** Size of a trade mark in pixels. Marks close to each other shrink so that prices stay visible; the smallest ones have no trade lines. */
const MIN_SIZE = 2;
const MAX_SIZE = 6;
/** A trade mark takes at most this share of the distance to the next one. */
const MAX_SHARE = 0.4;
/** Trade marks smaller than this many pixels have no outline. */
const MIN_OUTLINED_SIZE = 4;

/**
 * Draws trades over the bars: a triangle at the price of each fill, upwards for a buy and downwards for a sell, and a line from entry to
 * exit, colored by profit or loss. The chosen trade is highlighted by a band.
 */
export class TradeMarks implements ISeriesPrimitive {
  readonly #fills: readonly FillMark[];
  readonly #trades: readonly ShownTrade[];
  readonly #colors: ChartColors;
  readonly #views: readonly IPrimitivePaneView[];
  #chart: IChartApi | undefined;
  #series: ISeriesApi<SeriesType> | undefined;
  #update: (() => void) | undefined;
  #chosen: ShownTrade | undefined;

  constructor(fills: readonly FillMark[], trades: readonly ShownTrade[], colors: ChartColors) {
    this.#fills = fills.toSorted((a, b) => a.time - b.time);
    this.#trades = trades;
    this.#colors = colors;
    this.#views = [
      { zOrder: () => "bottom", renderer: () => ({ draw: (target) => this.#drawBand(target) }) },
      { zOrder: () => "top", renderer: () => ({ draw: (target) => this.#drawMarks(target) }) },
    ];
  }

  attached({ chart, series, requestUpdate }: SeriesAttachedParameter): void {
    this.#chart = chart as IChartApi;
    this.#series = series as ISeriesApi<SeriesType>;
    this.#update = requestUpdate;
  }

  detached(): void {
    this.#chart = this.#series = this.#update = undefined;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views;
  }

  choose(trade: ShownTrade | undefined): void {
    this.#chosen = trade;
    this.#update?.();
  }

  #x(time: number): number | null {
    return this.#chart?.timeScale().timeToCoordinate(time as Time) ?? null;
  }

  #drawBand(target: Target): void {
    const trade = this.#chosen;
    if (trade === undefined) return;
    const from = this.#x(trade.entryPoint);
    const to = this.#x(trade.exitPoint);
    if (from === null || to === null) return;
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.fillStyle = this.#colors.band;
      context.fillRect(from - 2, 0, Math.max(4, to - from + 4), mediaSize.height);
    });
  }

  #drawMarks(target: Target): void {
    const series = this.#series;
    const chart = this.#chart;
    if (series === undefined || chart === undefined) return;
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const [from, to] = this.#inView(mediaSize.width);
      const size = Math.min(MAX_SIZE, Math.max(MIN_SIZE, (MAX_SHARE * mediaSize.width) / (to - from + 1)));
      context.lineWidth = 1;
      if (size > MIN_SIZE) this.#drawLines(context, mediaSize.width);
      context.strokeStyle = this.#colors.background;
      const covered = { buy: new Map<number, number>(), sell: new Map<number, number>() };
      for (let i = from; i < to; i++) {
        const { time, price, buy } = this.#fills[i]!;
        const x = this.#x(time);
        const y = series.priceToCoordinate(price);
        if (x === null || y === null) continue;
        // Several marks of the same side can share a pixel, hundreds of them in a long run. Only the first is drawn.
        const [column, row] = [Math.round(x), Math.round(y)];
        const columns = buy ? covered.buy : covered.sell;
        if (columns.get(row) === column) continue;
        columns.set(row, column);
        triangle(context, x, y, buy ? size : -size);
        context.fillStyle = buy ? this.#colors.gain : this.#colors.loss;
        context.fill();
        if (size >= MIN_OUTLINED_SIZE) context.stroke();
      }
    });
  }

  /** Indices of the fills that may be in view, from the first up to but not including the last. */
  #inView(width: number): readonly [from: number, to: number] {
    const scale = this.#chart?.timeScale();
    // The scale returns null for a place before the first or after the last bar.
    const first = scale?.coordinateToTime(-MAX_SIZE) ?? -Infinity;
    const last = scale?.coordinateToTime(width + MAX_SIZE) ?? Infinity;
    return [firstAtOrAfter(this.#fills, first as number), firstAtOrAfter(this.#fills, (last as number) + 1)];
  }

  #drawLines(context: CanvasRenderingContext2D, width: number): void {
    context.setLineDash([3, 2]);
    for (const trade of this.#trades) {
      const [x1, x2] = [this.#x(trade.entryPoint), this.#x(trade.exitPoint)];
      const y1 = this.#series?.priceToCoordinate(trade.entryPrice) ?? null;
      const y2 = this.#series?.priceToCoordinate(trade.exitPrice) ?? null;
      if (x1 === null || x2 === null || y1 === null || y2 === null || x2 < 0 || x1 > width) continue;
      context.strokeStyle = trade.pnl >= 0 ? this.#colors.gain : this.#colors.loss;
      context.beginPath();
      context.moveTo(x1, y1);
      context.lineTo(x2, y2);
      context.stroke();
    }
    context.setLineDash([]);
  }
}

/** Index of the first fill at or after a time. */
function firstAtOrAfter(fills: readonly FillMark[], time: number): number {
  let [low, high] = [0, fills.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fills[middle]!.time < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Draws a triangle with its tip at the point. A positive height puts its body below the tip, a negative one above. */
function triangle(context: CanvasRenderingContext2D, x: number, y: number, height: number): void {
  const half = Math.abs(height) * 0.8;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - half, y + height * 1.6);
  context.lineTo(x + half, y + height * 1.6);
  context.closePath();
}
