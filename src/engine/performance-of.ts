import { TRADE, type TradeTable } from "../ledger/trade-table.ts";
import { Performance, type PerformanceFacts, type TradeColumns } from "../metrics/performance.ts";
import { intoSessionReturns } from "../metrics/into-session-returns.ts";
import { firstFinite, type Column } from "../primitives/column.ts";
import { freshMemory } from "../primitives/column-memory.ts";
import { fixedLength } from "../time/interval.ts";
import { closingsOf } from "./closings.ts";
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
    get returns() {
      const { sessions } = curve;
      const column = (plan.memory ?? freshMemory).zeros(sessions.length);
      return intoSessionReturns(column, curve.equity, sessions, settings.cash);
    },
    get positionValues() {
      const times = Float64Array.from(curve.sessions, (record) => curve.time[record]!);
      return positionValues(portfolio, series, times);
    },
    get closings() {
      return closingsOf(portfolio.entries.entries(plan.data.symbols));
    },
    get warmupRecords() {
      return warmupOf(driver);
    },
  };
  return new Performance(facts);
}

function tradeColumns(trades: TradeTable, series: readonly RunSeries[]): TradeColumns {
  const { length } = trades;
  // One piece of memory for all: asking for it costs more than writing to it.
  const memory = new Float64Array(10 * length);
  let used = 0;
  const room = () => memory.subarray(used * length, ++used * length);
  const column = (field: number) => trades.into(room(), field);
  const entryValue = column(TRADE.entryValue);
  const pnl = column(TRADE.pnl);
  const entryBar = column(TRADE.entryBar);
  const exitBar = column(TRADE.exitBar);
  const [returns, bars] = [room(), room()];
  for (let i = 0; i < length; i++) {
    returns[i] = pnl[i]! / entryValue[i]!;
    bars[i] = exitBar[i]! - entryBar[i]!;
  }
  let moves: ReturnType<typeof excursionColumns> | undefined;
  const excursions = () => (moves ??= excursionColumns(trades, series));
  return {
    length,
    pnl,
    return: returns,
    commission: column(TRADE.commission),
    entryTime: column(TRADE.entryTime),
    exitTime: column(TRADE.exitTime),
    bars,
    quantity: column(TRADE.quantity),
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
