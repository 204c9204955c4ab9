import { moneyRoundings } from "../ledger/money.ts";
import type { Entry } from "../ledger/records.ts";
import { TRADE, type TradeTable } from "../ledger/trade-table.ts";
import { Performance } from "../metrics/performance.ts";
import type { ClosingColumns, PositionValues, RareFacts, TradeColumns } from "../metrics/performance-facts.ts";
import { writeSessionReturns } from "../metrics/session-returns.ts";
import { type Column, firstFinite } from "../primitives/column.ts";
import { freshMemory } from "../primitives/column-memory.ts";
import { DAY_MS, fixedLength, isDailyOrLonger } from "../time/interval.ts";
import { zoneOf } from "../time/zone.ts";
import { closingsOf, UnitCounter, NOISE } from "./closings.ts";
import type { Backtest } from "./backtest.ts";
import { excursionColumns } from "./excursions.ts";
import { namedNodes } from "./graph/build-graph.ts";
import { positionValues } from "./position-values.ts";
import type { EquityCurve } from "../simulation/equity-table.ts";
import type { GraphSeries } from "./graph-inputs.ts";

/** Facts that the result has already computed. */
interface KnownFacts {
  readonly equity: EquityCurve;
  readonly buyAndHold: () => Column;
  readonly periodsPerYear: number;
}

/** Returns the input of the metrics of a run. */
export function performanceOf(
  backtest: Backtest,
  { equity: curve, buyAndHold, periodsPerYear }: KnownFacts,
): Performance {
  const { plan, simulation } = backtest;
  const { portfolio, records } = simulation;
  const { settings } = plan;
  const { series } = plan.data;
  const { slippage, traded } = portfolio.entries.totals;
  const coin = moneyRoundings[settings.moneyRounding].coin(plan.currencyDecimals);
  const facts = {
    startTime: plan.start,
    endTime: plan.end,
    startEquity: settings.cash,
    time: curve.time,
    equity: curve.equity,
    sessions: curve.sessions,
    recordsInMarket: records.recordsInMarket(plan.market.closings),
    commissionPaid: portfolio.commissionPaid,
    slippagePaid: slippage,
    tradedValue: traded,
    trades: new TradeFacts(portfolio.trades, series),
    periodsPerYear,
    riskFreeRate: settings.riskFreeRate,
    minimumReturn: settings.minimumReturn,
    moneyDecimals: coin === 0 ? undefined : plan.currencyDecimals,
    intervalMs: fixedLength(plan.market.traded[0]!.bars.interval),
    daily: plan.market.traded.every(({ bars }) => isDailyOrLonger(bars.interval)),
  };
  return new Performance(facts, new LedgerFacts(backtest, curve, buyAndHold));
}

/**
 * Facts that are computed from a run's ledger when a metric reads them. A class, since getters of an object literal are
 * closures, which would keep each of a sweep's thousands of runs in memory until a full garbage collection.
 */
class LedgerFacts implements RareFacts {
  readonly #backtest: Backtest;
  readonly #curve: EquityCurve;
  readonly #buyAndHold: () => Column;

  constructor(backtest: Backtest, curve: EquityCurve, buyAndHold: () => Column) {
    this.#backtest = backtest;
    this.#curve = curve;
    this.#buyAndHold = buyAndHold;
  }

  get buyAndHold(): Column {
    return this.#buyAndHold();
  }

  get returns(): Column {
    const { plan } = this.#backtest;
    const { equity, sessions } = this.#curve;
    const column = (plan.memory ?? freshMemory).zeros(sessions.length);
    return writeSessionReturns(column, equity, sessions, plan.settings.cash);
  }

  get date(): Column {
    return this.#curve.date;
  }

  get sessionDates(): Column {
    return this.#curve.sessionDates;
  }

  get positionValues(): PositionValues {
    const { simulation, plan } = this.#backtest;
    const { time, sessions } = this.#curve;
    const times = Float64Array.from(sessions, (record) => time[record]!);
    return positionValues(simulation.portfolio, plan.data.series, times);
  }

  get closings(): ClosingColumns {
    return closingsOf(this.#entries);
  }

  get roundTrips(): Column {
    return roundTripsOf(this.#entries);
  }

  get warmupRecords(): number {
    return warmupOf(this.#backtest);
  }

  get #entries(): readonly Entry[] {
    const { simulation, plan } = this.#backtest;
    return simulation.portfolio.entries.entries(plan.data.symbols);
  }
}

/** Closed trades as columns, computed when a metric reads them. */
class TradeFacts implements TradeColumns {
  readonly length: number;
  readonly #trades: TradeTable;
  readonly #series: readonly GraphSeries[];
  readonly #columns: Column[] = [];
  #return: Column | undefined;
  #bars: Column | undefined;
  #duration: Column | undefined;
  #moves: ReturnType<typeof excursionColumns> | undefined;

  constructor(trades: TradeTable, series: readonly GraphSeries[]) {
    this.length = trades.length;
    this.#trades = trades;
    this.#series = series;
  }

  get pnl(): Column {
    return this.#column(TRADE.pnl);
  }
  get commission(): Column {
    return this.#column(TRADE.commission);
  }
  get entryTime(): Column {
    return this.#column(TRADE.entryTime);
  }
  get exitTime(): Column {
    return this.#column(TRADE.exitTime);
  }
  get quantity(): Column {
    return this.#column(TRADE.quantity);
  }
  get entryValue(): Column {
    return this.#column(TRADE.entryValue);
  }
  get entryBar(): Column {
    return this.#column(TRADE.entryBar);
  }
  get exitBar(): Column {
    return this.#column(TRADE.exitBar);
  }

  get return(): Column {
    const { pnl, entryValue } = this;
    return (this.#return ??= pnl.map((profit, i) => profit / entryValue[i]!));
  }

  get bars(): Column {
    const { entryBar, exitBar } = this;
    return (this.#bars ??= exitBar.map((exit, i) => exit - entryBar[i]!));
  }

  #column(field: number): Column {
    return (this.#columns[field] ??= this.#trades.column(field));
  }

  /**
   * Durations in milliseconds. Changes of clocks do not affect daily bars: with a calendar local times are subtracted,
   * without one days are counted.
   */
  get duration(): Column {
    return (this.#duration ??= this.exitTime.map((exit, i) => {
      const { bars, calendar } = this.#series[this.#trades.at(i, TRADE.instrument)]!;
      const entry = this.entryTime[i]!;
      if (!isDailyOrLonger(bars.interval)) return exit - entry;
      if (calendar === undefined) return Math.round((exit - entry) / DAY_MS) * DAY_MS;
      const { zone } = calendar;
      return zoneOf(zone).toLocal(exit) - zoneOf(zone).toLocal(entry);
    }));
  }

  get mae(): Column {
    return this.#excursions().mae;
  }

  get mfe(): Column {
    return this.#excursions().mfe;
  }

  #excursions(): ReturnType<typeof excursionColumns> {
    return (this.#moves ??= excursionColumns(this.#trades, this.#series));
  }
}

/** Returns the number of traded bars of the first symbol at which an indicator has no value yet. */
function warmupOf({ plan }: Backtest): number {
  const { graph, data, market } = plan;
  const [first] = market.traded;
  const nodes = namedNodes(graph);
  if (nodes.length === 0) return 0;
  const columns = nodes.map(({ node }) => data.columns.column(node, first!.instrument.symbol));
  return Math.max(0, firstFinite(columns) - first!.first);
}

/** Position in a symbol since it was last flat. */
interface Trip {
  readonly units: UnitCounter;
  /** Sum of the absolute amounts of the position's fills. */
  moved: number;
  profit: number;
}

/**
 * Returns the profits of positions from flat to flat, after commissions, in the sequence of their ends. A fill that
 * reverses a position has its value and commission divided between both positions, by units.
 */
export function roundTripsOf(entries: readonly Entry[]): Column {
  const trips = new Map<string, Trip>();
  const profits: number[] = [];
  for (const [i, { kind, symbol, quantity, amount }] of entries.entries()) {
    if (quantity === 0) continue;
    let trip = trips.get(symbol);
    if (trip === undefined) trips.set(symbol, (trip = { units: new UnitCounter(), moved: 0, profit: 0 }));
    const before = trip.units.move(quantity);
    if (kind === "split") continue;
    // The entry after a fill has its commission. Cash in lieu and settlements have none.
    const behind = entries[i + 1];
    const flow = amount + (kind === "fill" && behind?.kind === "commission" ? behind.amount : 0);
    const turned = before * trip.units.now < 0;
    const ended = turned ? flow * (Math.abs(before) / Math.abs(quantity)) : flow;
    trip.profit += ended;
    trip.moved += Math.abs(ended);
    if (!turned && trip.units.now !== 0) continue;
    profits.push(Math.abs(trip.profit) <= NOISE * trip.moved ? 0 : trip.profit);
    trip.profit = flow - ended;
    trip.moved = Math.abs(trip.profit);
  }
  return Float64Array.from(profits);
}
