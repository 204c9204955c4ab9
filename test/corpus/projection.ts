import type { BacktestResult } from "hindcast";

/**
 * Outcome of a run as lines of values at fixed positions. It has no field names, sentences or fingerprints, so types
 * can be renamed and texts reworded while every number stays checked.
 */
export type Projection = readonly (readonly (number | string)[])[];

/** Number of orders per run that are explained, since each explanation reads the whole run. */
const EXPLAINED = 40;

/** Metrics of a summary, at fixed positions. A metric that is added to the library does not change the corpus. */
const METRICS = [
  "annual-return",
  "best-session",
  "buy-and-hold-return",
  "cagr",
  "final-equity",
  "peak-equity",
  "total-return",
  "worst-session",
  "average-drawdown",
  "average-drawdown-duration",
  "downside-deviation",
  "exposure",
  "kurtosis",
  "longest-drawdown",
  "max-drawdown",
  "skewness",
  "ulcer-index",
  "volatility",
  "calmar",
  "omega",
  "probabilistic-sharpe",
  "recovery-factor",
  "sharpe",
  "sortino",
  "ulcer-performance-index",
  "average-trade",
  "average-trade-duration",
  "best-trade",
  "expectancy",
  "kelly",
  "longest-losing-streak",
  "longest-trade",
  "longest-winning-streak",
  "payoff-ratio",
  "profit-factor",
  "sqn",
  "trades",
  "win-rate",
  "worst-trade",
  "commission-paid",
  "cost-share",
  "slippage-paid",
  "turnover",
] as const;

export function projectionOf(result: BacktestResult): Projection {
  const place = new Map(result.symbols.map((symbol, i) => [symbol, i]));
  const at = (symbol: string): number => place.get(symbol) ?? -1;
  const { counts, equity } = result;
  return [
    [result.from, result.to, result.firstDate, result.lastDate],
    [counts.bars, counts.sessions, counts.orders, counts.fills, counts.trades, counts.openTrades],
    [counts.rejected, counts.canceled, counts.expired, counts.ambiguous, counts.insufficientFunds, counts.marginCalls],
    ...result.orders.map((order) => [
      order.id,
      at(order.symbol),
      order.side,
      order.type,
      order.timeInForce,
      order.quantity,
      order.filledQuantity,
      order.averageFillPrice,
      order.limitPrice ?? "",
      order.stopPrice ?? "",
      order.trailAmount ?? "",
      order.trailPercent ?? "",
      order.waterMark ?? "",
      order.expiresAt ?? "",
      Number(order.reduceOnly),
      Number(order.extendedHours),
      order.parentId,
      order.replaces,
      order.groupId,
      order.status,
      order.reason,
      order.submittedAt,
      order.tag,
    ]),
    ...result.orderEvents.map((event) => [event.sequence, event.time, event.orderId, event.event, event.reason]),
    ...result.fills.map((fill) => [
      fill.id,
      fill.orderId,
      at(fill.symbol),
      fill.side,
      fill.quantity,
      fill.price,
      fill.commission,
      fill.slippage,
      fill.time,
      Number(fill.ambiguous),
      fill.date,
      fill.bar,
    ]),
    ...result.orders
      .slice(0, EXPLAINED)
      .flatMap(({ id }) =>
        result
          .explain(id)
          .fills.map((fill) => [
            fill.bar.time,
            fill.bar.date,
            fill.bar.open,
            fill.bar.high,
            fill.bar.low,
            fill.bar.close,
            fill.bar.volume,
            fill.at,
            fill.basePrice,
            fill.slippage,
            fill.cashBefore,
            fill.cashAfter,
          ]),
      ),
    ...result.entries.map((entry) => [
      entry.sequence,
      entry.time,
      entry.kind,
      at(entry.symbol),
      entry.quantity,
      entry.price,
      entry.amount,
      entry.orderId,
    ]),
    ...result.trades.map((trade) => [
      at(trade.symbol),
      trade.direction,
      trade.quantity,
      trade.entryTime,
      trade.entryPrice,
      trade.exitTime,
      trade.exitPrice,
      trade.pnl,
      trade.return,
      trade.commission,
      trade.mae,
      trade.mfe,
      trade.bars,
      Number(trade.open),
      trade.tag,
      trade.entryDate,
      trade.exitDate,
      trade.entryBar,
      trade.exitBar,
    ]),
    [...equity.time],
    [...equity.date],
    [...equity.equity],
    [...equity.cash],
    [...equity.sessions],
    [...equity.sessionDates],
    [...result.buyAndHold],
    METRICS.map((name) => result.summary[name] ?? ""),
    ...(result.band === undefined ? [] : [bandOf(result.band)]),
  ];
}

function bandOf(band: NonNullable<BacktestResult["band"]>): readonly (number | string)[] {
  return [band.pessimistic, band.optimistic].flatMap((end) => [end.finalEquity, end.totalReturn]);
}

/** Text of a projection, one line per list. `String` gives each number a distinct text, except for -0. */
export function textOf(projection: Projection): string {
  return projection
    .map((line) => line.map((value) => (Object.is(value, -0) ? "-0" : String(value))).join(" "))
    .join("\n");
}
