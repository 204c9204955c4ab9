import { type Column, paired } from "../primitives/column.ts";
import { indicatorDegree } from "./indicator-degree.ts";
import type { Bars } from "../market/bars.ts";
import type { ChartAxis } from "./chart-axis.ts";
import { packColumn, type PackedColumn, packTimes, significantDecimals } from "./packed-column.ts";
import { priceDecimals } from "./format.ts";
import type { TradedIndicator, TradedSeries } from "./traded-series.ts";

/** Where an indicator is drawn: over the bars, or on a scale of its own below them. */
type IndicatorPane = "price" | "own";

/** Share of an indicator's values that must lie near the bars for it to be drawn over them. */
const NEAR_SHARE = 0.8;

/**
 * Draws an indicator over the bars when it may be a price (its degree in price is 1, or unknown) and it stands where prices
 * stand: four of five values between half the low and twice the high of their bar. So a slow average of a stock that rose
 * tenfold stays on the bars, while an average true range, which is in price but far below it, and an RSI of a stock that
 * happens to cost 50 get a scale of their own. An indicator without any value keeps to the bars.
 */
export function indicatorPane(
  key: string,
  values: Column,
  bars: { readonly low: Column; readonly high: Column },
): IndicatorPane {
  const degree = indicatorDegree(key);
  if (degree !== undefined && degree !== 1) return "own";
  let defined = 0;
  let near = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    defined++;
    if (value >= bars.low[i]! / 2 && value <= bars.high[i]! * 2) near++;
  }
  return near >= defined * NEAR_SHARE ? "price" : "own";
}

/** The chart of one symbol: a value per point of the axis on which it has bars. Times are seconds of the page's clock. */
export interface SymbolPayload {
  readonly symbol: string;
  readonly name: string;
  /** Decimals of its prices. */
  readonly decimals: number;
  /** Start of each point. */
  readonly time: PackedColumn;
  readonly open: PackedColumn;
  readonly high: PackedColumn;
  readonly low: PackedColumn;
  readonly close: PackedColumn;
  /** In a few significant digits; null where the data have none. */
  readonly volume: PackedColumn | null;
  readonly indicators: readonly IndicatorPayload[];
  readonly fills: FillsPayload;
}

/** A line of the chart. */
interface IndicatorPayload {
  readonly name: string;
  /** Which indicator of what; outputs of one indicator share it. */
  readonly definition: string;
  readonly pane: IndicatorPane;
  readonly decimals: number;
  readonly values: PackedColumn;
}

/** Fills as markers, in order of time. */
interface FillsPayload {
  /** Start of the point. */
  readonly time: PackedColumn;
  /** 1 for a buy, 0 for a sell. */
  readonly buy: readonly number[];
  readonly price: PackedColumn;
}

const INDICATOR_DIGITS = 6;
const VOLUME_DIGITS = 4;
const LEAST_FILL_DECIMALS = 2;

/** The bars of a symbol that the run traded, with its indicators over them and its fills. `starts` says when each bar begins on the axis. */
export function symbolPayload(series: TradedSeries, starts: Column, axis: ChartAxis): SymbolPayload {
  const { instrument, bars, indicators, fills, fillBars } = series;
  const groups = groupsOf(paired(`starts of ${instrument.symbol}`, starts, "its bars", bars.time), axis);
  const decimals = priceDecimals([bars.open, bars.high, bars.low, bars.close]);
  const volume = groups.fold(bars.volume, (sum, value) => sum + value);
  return {
    symbol: instrument.symbol,
    name: instrument.name,
    decimals,
    time: packTimes(groups.points.map((point) => axis.secondsOf(point))),
    open: packColumn(groups.fold(bars.open, first), decimals),
    high: packColumn(groups.fold(bars.high, Math.max), decimals),
    low: packColumn(groups.fold(bars.low, Math.min), decimals),
    close: packColumn(groups.fold(bars.close, last), decimals),
    volume: volume.some((value) => value > 0) ? packVolume(volume) : null,
    indicators: indicators.map((indicator) => indicatorPayload(indicator, bars, groups, decimals)),
    fills: {
      time: packTimes(fillBars.map((bar) => axis.secondsOf(axis.pointAt(starts[bar]!)))),
      buy: fills.map((fill) => (fill.side === "buy" ? 1 : 0)),
      price: packColumn(
        fills.map((fill) => fill.price),
        Math.max(decimals, LEAST_FILL_DECIMALS),
      ),
    },
  };
}

function indicatorPayload(indicator: TradedIndicator, bars: Bars, groups: Groups, ofPrices: number): IndicatorPayload {
  const { values } = indicator;
  const pane = indicatorPane(indicator.key, values, bars);
  // Beside prices it has their decimals at least: a price that fell to a hundredth is read to as many digits as before.
  const digits = significantDecimals(values, INDICATOR_DIGITS);
  const decimals = pane === "price" ? Math.max(ofPrices, digits) : digits;
  return {
    name: indicator.name,
    definition: indicator.key.replace(/#\w+$/, "").replaceAll("#value", "").replaceAll(",", ", "),
    pane,
    decimals,
    values: packColumn(groups.fold(values, last), decimals),
  };
}

function packVolume(volume: readonly number[]): PackedColumn {
  const largest = volume.reduce((most, value) => Math.max(most, value), 0);
  const power = Math.floor(Math.log10(largest)) + 1 - VOLUME_DIGITS;
  if (power <= 0) return packColumn(volume, -power);
  const step = 10 ** power;
  const steps = volume.map((value) => value / step);
  return { ...packColumn(steps, 0), times: step };
}

/** Bars in groups, one a point of the axis. */
interface Groups {
  readonly points: readonly number[];
  /** One value a group: the first bar's, and what `step` makes of it with each further one. */
  fold(values: Column, step: (value: number, next: number) => number): number[];
}

function groupsOf(times: Column, axis: ChartAxis): Groups {
  const points = Array.from(times, (time) => axis.pointAt(time));
  return {
    points: points.filter((point, i) => i === 0 || point !== points[i - 1]),
    fold(values, step) {
      paired("values of bars", values, "their starts", times);
      const folded: number[] = [];
      for (let i = 0; i < values.length; i++) {
        if (i > 0 && points[i] === points[i - 1]) folded.push(step(folded.pop()!, values[i]!));
        else folded.push(values[i]!);
      }
      return folded;
    },
  };
}

function first(value: number): number {
  return value;
}

function last(_: number, next: number): number {
  return next;
}
