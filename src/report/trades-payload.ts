import type { RunResult } from "../engine/run-result.ts";
import type { Trade } from "../ledger/records.ts";
import type { ChartAxis } from "./chart-axis.ts";
import { type DisplayClock, barInRange } from "./display-clock.ts";
import { packColumn, packTimes } from "./packed-column.ts";
import { priceDecimals } from "../metrics/format.ts";

const FRACTION_DECIMALS = 4;
const MIN_PRICE_DECIMALS = 2;

/**
 * Returns all trades of a run. For daily or longer bars, a time is the start of its bar, so that the table shows the trade's session rather than
 * the midnight that ended it.
 */
export function tradesPayload(result: RunResult, axis: ChartAxis, clock: DisplayClock) {
  const { trades, symbols, series, currencyDecimals } = result;
  const seriesBySymbol = new Map(series.map((one) => [one.instrument.symbol, { ...one, starts: clock.startsOf(one) }]));
  const column = (field: NumberField) => trades.map((trade) => trade[field]);
  const symbol = trades.map((trade) => symbols.indexOf(trade.symbol));
  const startsOf = (end: "entryBar" | "exitBar") =>
    trades.map((trade) => {
      const { starts, first } = seriesBySymbol.get(trade.symbol)!;
      return starts[barInRange(trade[end], { first })] ?? NaN;
    });
  const seconds = (times: readonly number[]) => packTimes(times.map((time) => clock.seconds(time)));
  const points = (times: readonly number[]) => packTimes(times.map((time) => axis.secondsOf(axis.pointAt(time))));
  const entryStarts = startsOf("entryBar");
  const exitStarts = startsOf("exitBar");
  const decimals = Math.max(MIN_PRICE_DECIMALS, priceDecimals([column("entryPrice"), column("exitPrice")]));
  return {
    length: trades.length,
    /** Index of each trade's symbol in the symbols of the report. */
    symbol,
    /** For each trade, 1 for long or -1 for short. */
    direction: trades.map((trade) => (trade.direction === "long" ? 1 : -1)),
    quantity: column("quantity"),
    entryTime: seconds(clock.daily ? entryStarts : column("entryTime")),
    entryPrice: packColumn(column("entryPrice"), decimals),
    exitTime: seconds(clock.daily ? exitStarts : column("exitTime")),
    exitPrice: packColumn(column("exitPrice"), decimals),
    /** Point of the chart with the entry of each trade. `exitPoint` has the exits. */
    entryPoint: points(entryStarts),
    exitPoint: points(exitStarts),
    pnl: packColumn(column("pnl"), currencyDecimals),
    return: packColumn(column("return"), FRACTION_DECIMALS),
    commission: packColumn(column("commission"), currencyDecimals),
    mae: packColumn(column("mae"), FRACTION_DECIMALS),
    mfe: packColumn(column("mfe"), FRACTION_DECIMALS),
    bars: column("bars"),
    /** For each trade, 1 if it is open, so that its exit is at the last price. */
    open: trades.map((trade) => (trade.open ? 1 : 0)),
    /** Tag of each trade; empty if no trade has a tag. */
    tags: trades.some((trade) => trade.tag !== "") ? trades.map((trade) => trade.tag) : [],
    /** Number of decimals of prices. */
    decimals,
  };
}

type NumberField = { [K in keyof Trade]: Trade[K] extends number ? K : never }[keyof Trade];
