import { type Column, checkSameLength } from "../primitives/column.ts";
import { indicatorDegree } from "./indicator-degree.ts";
import type { Bars } from "../market/bars.ts";
import type { RunBars, RunResult } from "../engine/run-result.ts";
import { type ChartAxis, type Groups, groupsOf } from "./chart-axis.ts";
import { type DisplayClock, shownBar } from "./display-clock.ts";
import { packColumn, type PackedColumn, packTimes, significantDecimals } from "./packed-column.ts";
import { priceDecimals } from "./format.ts";

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

/** The chart of one symbol. Times are seconds of the page's clock. */
export type SymbolPayload = ReturnType<typeof symbolPayload>;

const INDICATOR_DIGITS = 6;
const VOLUME_DIGITS = 4;
const LEAST_FILL_DECIMALS = 2;

/** The bars of a symbol in the run's range, a value for each point of the axis on which it has some, with its indicators and its fills. */
export function symbolPayload(result: RunResult, series: RunBars, axis: ChartAxis, clock: DisplayClock) {
  const { symbol, name } = series.instrument;
  const starts = clock.startsOf(series);
  const bars = series.bars.slice(series.first);
  const groups = groupsOf(axis.pointsAt(starts));
  const decimals = priceDecimals([bars.open, bars.high, bars.low, bars.close]);
  const volume = groups.fold(bars.volume, (sum, value) => sum + value);
  const fills = result.fills.filter((fill) => fill.symbol === symbol);
  const ownIndicators = result.indicators.filter((indicator) => indicator.symbol === symbol);
  return {
    symbol,
    name,
    /** Decimals of its prices. */
    decimals,
    /** Start of each point. */
    time: packTimes(groups.points.map((point) => axis.secondsOf(point))),
    open: packColumn(groups.first(bars.open), decimals),
    high: packColumn(groups.fold(bars.high, Math.max), decimals),
    low: packColumn(groups.fold(bars.low, Math.min), decimals),
    close: packColumn(groups.last(bars.close), decimals),
    /** In a few significant digits; null where the data have none. */
    volume: volume.some((value) => value > 0) ? packVolume(volume) : null,
    indicators: ownIndicators.map((indicator) => {
      const all = checkSameLength(
        `indicator ${indicator.name} of ${symbol}`,
        indicator.values,
        "its bars",
        series.bars.time,
      );
      return indicatorPayload({ ...indicator, values: all.subarray(series.first) }, bars, groups, decimals);
    }),
    /** Fills as markers, in order of time. */
    fills: {
      /** Start of the point. */
      time: packTimes(fills.map(({ bar }) => axis.secondsOf(axis.pointAt(starts[shownBar(bar, series)]!)))),
      /** 1 for a buy, 0 for a sell. */
      buy: fills.map((fill) => (fill.side === "buy" ? 1 : 0)),
      price: packColumn(
        fills.map((fill) => fill.price),
        Math.max(decimals, LEAST_FILL_DECIMALS),
      ),
    },
  };
}

/** A line of the chart. */
function indicatorPayload(
  { name, key, values }: RunResult["indicators"][number],
  bars: Bars,
  groups: Groups,
  ofPrices: number,
) {
  const pane = indicatorPane(key, values, bars);
  // Beside prices it has their decimals at least: a price that fell to a hundredth is read to as many digits as before.
  const digits = significantDecimals(values, INDICATOR_DIGITS);
  const decimals = pane === "price" ? Math.max(ofPrices, digits) : digits;
  return {
    name,
    /** Which indicator of what; outputs of one indicator share it. */
    definition: key.replace(/#\w+$/, "").replaceAll("#value", "").replaceAll(",", ", "),
    pane,
    decimals,
    values: packColumn(groups.last(values), decimals),
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
