import type { RunResult } from "../engine/run-result.ts";
import type { Fill, Trade } from "../ledger/records.ts";
import { Bars } from "../market/bars.ts";
import { instrument, type Instrument } from "../market/instrument.ts";
import type { MarketData } from "../market/market-data.ts";
import { lastAtOrBefore } from "./last-at-or-before.ts";

/** The bars of one symbol that a run traded. */
export interface TradedSeries {
  readonly instrument: Instrument;
  readonly bars: Bars;
  /** The fills of the symbol, and the bar in which each happened. */
  readonly fills: readonly Fill[];
  readonly fillBars: readonly number[];
}

/** Bars of the entry and exit of a trade. An open trade ends in the last bar. */
export interface TradeBars {
  readonly entry: number;
  readonly exit: number;
}

/** The series of a run in the order of its symbols: from the first bar that started in its range to the last. */
export function tradedSeries(result: RunResult, data: MarketData): TradedSeries[] {
  return result.symbols.map((symbol) => {
    const series = data.series.find((each) => each.instrument.symbol === symbol);
    const bars = series === undefined ? NO_BARS : inRange(series.bars, result);
    const fills = result.fills.filter((fill) => fill.symbol === symbol);
    const fillBars = fills.map((fill) => barOfFill(bars, fill));
    return { instrument: series?.instrument ?? instrument(symbol), bars, fills, fillBars };
  });
}

const NOTHING = new Float64Array(0);
const NO_BARS = new Bars("1d", {
  time: NOTHING,
  open: NOTHING,
  high: NOTHING,
  low: NOTHING,
  close: NOTHING,
  volume: NOTHING,
});

function inRange(bars: Bars, { from, to }: RunResult): Bars {
  const start = bars.time.findIndex((time) => time >= from);
  const end = bars.time.findIndex((time) => time >= to);
  return bars.slice(start < 0 ? bars.length : start, end < 0 ? bars.length : end);
}

/**
 * Index of the bar in which a fill happened. A fill bears the time of a bar's open or close, and one bar's close is often the
 * next one's open: there the price tells them apart. What traded at the open's price, slippage aside, traded at the open.
 */
function barOfFill(bars: Bars, fill: Fill): number {
  const bar = lastAtOrBefore(bars.time, fill.time);
  if (bar <= 0 || bars.time[bar] !== fill.time) return Math.max(0, bar);
  const asked = fill.side === "buy" ? fill.price - fill.slippage : fill.price + fill.slippage;
  return Math.abs(asked - bars.open[bar]!) <= 1e-9 * Math.abs(asked) ? bar : bar - 1;
}

/** Finds the bars of the trades of a series through the fills that made them. */
function tradeBarFinder({ bars, fills, fillBars }: TradedSeries): (trade: Trade) => TradeBars {
  const known = new Map(fills.map((fill, i) => [`${fill.side} ${fill.time} ${fill.price}`, fillBars[i]!]));
  const find = (side: string, time: number, price: number) =>
    known.get(`${side} ${time} ${price}`) ?? Math.max(0, lastAtOrBefore(bars.time, time));
  return (trade) => {
    const [into, out] = trade.direction === "long" ? ["buy", "sell"] : ["sell", "buy"];
    const exit = trade.open ? bars.length - 1 : find(out!, trade.exitTime, trade.exitPrice);
    return { entry: find(into!, trade.entryTime, trade.entryPrice), exit };
  };
}

/** The bars of each trade of a run, by the order of its trades. */
export function barsOfTrades({ trades }: RunResult, series: readonly TradedSeries[]): TradeBars[] {
  const finders = new Map(series.map((each) => [each.instrument.symbol, tradeBarFinder(each)]));
  return trades.map((trade) => finders.get(trade.symbol)!(trade));
}
