import { TRADE, type TradeTable } from "../ledger/trade-table.ts";
import { Performance, type PerformanceFacts, type TradeColumns } from "../metrics/performance.ts";
import { firstFinite, type Column } from "../primitives/column.ts";
import { fixedLength } from "../time/interval.ts";
import type { Driver } from "./driver.ts";
import { excursionColumns } from "./excursions.ts";
import { buildGraph, namedNodes } from "./graph/build-graph.ts";
import { positionValues } from "./position-values.ts";
import type { EquityCurve } from "./run-result.ts";
import type { RunSeries } from "./run-series.ts";

/** What the result of a run has already, so that it is not made twice. */
export interface CurveFacts {
  readonly equity: EquityCurve;
  readonly buyAndHold: Column;
  readonly periodsPerYear: number;
}

/** What metrics are computed from. What few of them need is made from the books when one asks for it. */
export function performanceOf(driver: Driver, { equity: curve, buyAndHold, periodsPerYear }: CurveFacts): Performance {
  const { plan, portfolio, equity } = driver;
  const { settings } = plan;
  const { series } = plan.data;
  const { slippage, traded } = portfolio.entries.totals;
  const length = fixedLength(series[0]!.bars.interval);
  const facts: PerformanceFacts = {
    startTime: plan.start,
    endTime: plan.end,
    startEquity: settings.cash,
    time: curve.time,
    equity: curve.equity,
    sessions: curve.sessions,
    buyAndHold,
    recordsInMarket: equity.inMarket,
    commissionPaid: portfolio.commissionPaid,
    slippagePaid: slippage,
    tradedValue: traded,
    trades: tradeColumns(portfolio.trades, series),
    periodsPerYear,
    riskFreeRate: settings.riskFreeRate,
    minimumReturn: settings.minimumReturn,
    ...(length !== undefined && { intervalMs: length }),
    get positionValues() {
      const times = Float64Array.from(curve.sessions, (record) => curve.time[record]!);
      return positionValues(portfolio, series, times);
    },
    get warmupRecords() {
      return warmupOf(driver);
    },
  };
  return new Performance(facts);
}

function tradeColumns(trades: TradeTable, series: readonly RunSeries[]): TradeColumns {
  const entryValue = trades.column(TRADE.entryValue);
  const pnl = trades.column(TRADE.pnl);
  const entryBar = trades.column(TRADE.entryBar);
  const exitBar = trades.column(TRADE.exitBar);
  let moves: ReturnType<typeof excursionColumns> | undefined;
  const excursions = () => (moves ??= excursionColumns(trades, series));
  return {
    length: trades.length,
    pnl,
    return: pnl.map((profit, i) => profit / entryValue[i]!),
    commission: trades.column(TRADE.commission),
    entryTime: trades.column(TRADE.entryTime),
    exitTime: trades.column(TRADE.exitTime),
    bars: exitBar.map((bar, i) => bar - entryBar[i]!),
    quantity: trades.column(TRADE.quantity),
    entryValue,
    entryBar,
    exitBar,
    get mae() {
      return excursions().mae;
    },
    get mfe() {
      return excursions().mfe;
    },
  };
}

/** Bars of the first instrument's range on which some indicator of the strategy has no value yet. */
function warmupOf({ plan }: Driver): number {
  const { strategy, params, data } = plan;
  const [first] = data.series;
  const nodes = namedNodes(buildGraph(strategy, params, data.symbols));
  if (nodes.length === 0) return 0;
  const columns = nodes.map(({ node }) => data.columns.column(node, first!.instrument.symbol));
  return Math.max(0, firstFinite(columns) - first!.first);
}
