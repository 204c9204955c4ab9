import type { RunResult } from "../engine/run-result.ts";
import type { Trade } from "../ledger/records.ts";
import type { ChartAxis } from "./chart-axis.ts";
import type { DisplayClock } from "./display-clock.ts";
import { packColumn, packTimes, type PackedColumn } from "./packed-column.ts";
import { priceDecimals } from "./format.ts";
import { barsOfTrades, type TradeBars, type TradedSeries } from "./traded-series.ts";

/** Trades as columns, in order of exit, open ones last. Times are seconds of the page's clock. */
export interface TradesPayload {
  readonly length: number;
  /** Index in the symbols of the report. */
  readonly symbol: readonly number[];
  /** 1 long, -1 short. */
  readonly direction: readonly number[];
  readonly quantity: readonly number[];
  readonly entryTime: PackedColumn;
  readonly entryPrice: PackedColumn;
  readonly exitTime: PackedColumn;
  readonly exitPrice: PackedColumn;
  /** Points of the chart that hold entry and exit. */
  readonly entryPoint: PackedColumn;
  readonly exitPoint: PackedColumn;
  readonly pnl: PackedColumn;
  readonly return: PackedColumn;
  readonly commission: PackedColumn;
  readonly mae: PackedColumn;
  readonly mfe: PackedColumn;
  readonly bars: readonly number[];
  /** 1 for a trade that is still open: its exit is its mark. */
  readonly open: readonly number[];
  /** Empty when no trade has one. */
  readonly tags: readonly string[];
  /** Decimals of the prices. */
  readonly decimals: number;
}

const FRACTION_DECIMALS = 4;
const LEAST_PRICE_DECIMALS = 2;

/**
 * All trades of a run. Where bars last a day or longer a time is the start of its bar, so that the table names the session in
 * which a trade happened and not the midnight that ended it.
 */
export function tradesPayload(
  result: RunResult,
  series: readonly TradedSeries[],
  axis: ChartAxis,
  clock: DisplayClock,
): TradesPayload {
  const { trades, symbols, currencyDecimals } = result;
  const found = barsOfTrades(result);
  const starts = series.map((each) => clock.startsOf(each));
  const column = (field: NumberField) => trades.map((trade) => trade[field]);
  const symbol = trades.map((trade) => symbols.indexOf(trade.symbol));
  const startsOf = (end: keyof TradeBars) => trades.map((_, i) => starts[symbol[i]!]![found[i]![end]] ?? NaN);
  const seconds = (times: readonly number[]) => packTimes(times.map((time) => clock.seconds(time)));
  const points = (times: readonly number[]) => packTimes(times.map((time) => axis.secondsOf(axis.pointAt(time))));
  const entryStarts = startsOf("entry");
  const exitStarts = startsOf("exit");
  const decimals = Math.max(LEAST_PRICE_DECIMALS, priceDecimals([column("entryPrice"), column("exitPrice")]));
  return {
    length: trades.length,
    symbol,
    direction: trades.map((trade) => (trade.direction === "long" ? 1 : -1)),
    quantity: column("quantity"),
    entryTime: seconds(clock.daily ? entryStarts : column("entryTime")),
    entryPrice: packColumn(column("entryPrice"), decimals),
    exitTime: seconds(clock.daily ? exitStarts : column("exitTime")),
    exitPrice: packColumn(column("exitPrice"), decimals),
    entryPoint: points(entryStarts),
    exitPoint: points(exitStarts),
    pnl: packColumn(column("pnl"), currencyDecimals),
    return: packColumn(column("return"), FRACTION_DECIMALS),
    commission: packColumn(column("commission"), currencyDecimals),
    mae: packColumn(column("mae"), FRACTION_DECIMALS),
    mfe: packColumn(column("mfe"), FRACTION_DECIMALS),
    bars: column("bars"),
    open: trades.map((trade) => (trade.open ? 1 : 0)),
    tags: trades.some((trade) => trade.tag !== "") ? trades.map((trade) => trade.tag) : [],
    decimals,
  };
}

type NumberField = { [K in keyof Trade]: Trade[K] extends number ? K : never }[keyof Trade];
