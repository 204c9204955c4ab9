import { type Column, checkSameLength } from "../primitives/column.ts";
import { indicatorDegree } from "./indicator-degree.ts";
import type { Bars } from "../market/bars.ts";
import type { RunBars, RunResult } from "../engine/run-result.ts";
import { type ChartAxis, type Groups, groupsOf } from "./chart-axis.ts";
import { type DisplayClock, barInRange } from "./display-clock.ts";
import { packColumn, type PackedColumn, packTimes, significantDecimals } from "./packed-column.ts";
import { priceDecimals } from "../metrics/format.ts";

/** Where a chart draws an indicator: over the bars (`price`), or in a pane of its own (`own`). */
type IndicatorPane = "price" | "own";

/** Share of an indicator's values that must be near prices so that the chart draws the indicator over the bars. */
const NEAR_SHARE = 0.8;

/**
 * Decides where an indicator is drawn. It is drawn over the bars if its degree in price is 1 or unknown, and 80% of its values are between
 * half the low and twice the high of their bar.
 *
 * A slow average of a stock that rose tenfold therefore stays with the bars. An average true range, far below prices, and an RSI of a stock
 * that costs about 50 get their own panes. An indicator without values stays with the bars.
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

/** Chart data of one symbol. Times are seconds on the page's clock. */
export type SymbolPayload = ReturnType<typeof symbolPayload>;

const INDICATOR_DIGITS = 6;
const VOLUME_DIGITS = 4;
const MIN_FILL_DECIMALS = 2;

/** Returns the bars of a symbol in the run's range, one per point of the time axis, with its indicators and fills. */
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
    /** Number of decimals of the symbol's prices. */
    decimals,
    /** Start of each point, in seconds of the page's local time. */
    time: packTimes(groups.points.map((point) => axis.secondsOf(point))),
    open: packColumn(groups.first(bars.open), decimals),
    high: packColumn(groups.fold(bars.high, Math.max), decimals),
    low: packColumn(groups.fold(bars.low, Math.min), decimals),
    close: packColumn(groups.last(bars.close), decimals),
    /** Volume of each point, rounded to a few significant digits; null if the data have no volume. */
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
    /** Fills in the order of time, which the chart shows as markers. */
    fills: {
      /** Start of the point of each fill, in seconds of the page's local time. */
      time: packTimes(fills.map(({ bar }) => axis.secondsOf(axis.pointAt(starts[barInRange(bar, series)]!)))),
      /** For each fill, 1 for a buy or 0 for a sell. */
      buy: fills.map((fill) => (fill.side === "buy" ? 1 : 0)),
      price: packColumn(
        fills.map((fill) => fill.price),
        Math.max(decimals, MIN_FILL_DECIMALS),
      ),
    },
  };
}

/** Returns the data of an indicator's line in a chart. */
function indicatorPayload(
  { name, key, values }: RunResult["indicators"][number],
  bars: Bars,
  groups: Groups,
  pricesDecimals: number,
) {
  const pane = indicatorPane(key, values, bars);
  // An indicator that is drawn over prices has at least as many decimals as the prices.
  const digits = significantDecimals(values, INDICATOR_DIGITS);
  const decimals = pane === "price" ? Math.max(pricesDecimals, digits) : digits;
  return {
    name,
    /** The indicator and its inputs. All outputs of an indicator have the same text. */
    definition: key.replace(/#\w+$/, "").replaceAll("#value", "").replaceAll(",", ", "),
    pane,
    decimals,
    values: packColumn(groups.last(values), decimals),
  };
}

function packVolume(volume: readonly number[]): PackedColumn {
  const largest = volume.reduce((max, value) => Math.max(max, value), 0);
  const power = Math.floor(Math.log10(largest)) + 1 - VOLUME_DIGITS;
  if (power <= 0) return packColumn(volume, -power);
  const step = 10 ** power;
  const steps = volume.map((value) => value / step);
  return { ...packColumn(steps, 0), times: step };
}
