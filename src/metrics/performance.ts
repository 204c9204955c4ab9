import { parameterError } from "../primitives/check.ts";
import type { Column } from "../primitives/column.ts";
import { drawdownSpells, type DrawdownSpells } from "./drawdown-spells.ts";
import { moments, type Moments } from "./moments.ts";
import { sessionReturns } from "./session-returns.ts";

/** Closed trades in order of exit, one value a trade in every column. */
export interface TradeColumns {
  readonly length: number;
  /** Profit after commissions, in account currency. */
  readonly pnl: Column;
  /** Profit over the value at entry, a fraction. */
  readonly return: Column;
  /** Commissions of entry and exit. */
  readonly commission: Column;
  /** Epoch milliseconds. */
  readonly entryTime: Column;
  readonly exitTime: Column;
  /** Bars from entry to exit. */
  readonly bars: Column;
  readonly quantity: Column;
}

/** Everything that metrics are computed from. */
export interface PerformanceFacts {
  /** Start of the first traded bar and end of the last, epoch milliseconds. */
  readonly startTime: number;
  readonly endTime: number;
  /** Cash at the start. */
  readonly startEquity: number;
  /** Every record of equity in order: each moment at which a bar or a session closed. */
  readonly time: Column;
  readonly equity: Column;
  /** Indices of the records at which a session closed, rising. */
  readonly sessions: Int32Array;
  /** The same money bought at the first open and held, at the same records. */
  readonly buyAndHold: Column;
  /** Records with any position. */
  readonly recordsInMarket: number;
  /** All commission of the run, of positions still open too. */
  readonly commissionPaid: number;
  readonly trades: TradeColumns;
  /** Sessions in a year. */
  readonly periodsPerYear: number;
  /** Annual, a fraction; a session's share of it is the rate over the sessions in a year. */
  readonly riskFreeRate: number;
  /** Return per session below which a return counts as downside. */
  readonly minimumReturn: number;
}

/**
 * The facts of a run with what several metrics derive from them, computed when first asked for and then kept.
 *
 * Returns are those of a session, also when there are many records in a session: otherwise the same account would look
 * calmer or wilder with the interval of its bars. The first return is measured from the starting cash, so there are as many
 * returns as sessions. A strategy that decides at a close and fills at the next open has traded nothing in its first session,
 * and its first return is 0, as vectorbt keeps it; empyrical leaves it to the caller, who usually drops it.
 *
 * Records after the last closed session count in equity and drawdown, but in no return of a session.
 *
 * @example
 * const none = new Float64Array(0);
 * const performance = new Performance({
 *   startTime: 0, endTime: 172_800_000, startEquity: 100,
 *   time: Float64Array.of(86_400_000, 172_800_000), equity: Float64Array.of(100, 110), sessions: Int32Array.of(0, 1),
 *   buyAndHold: Float64Array.of(102, 108), recordsInMarket: 1, commissionPaid: 0,
 *   trades: { length: 0, pnl: none, return: none, commission: none, entryTime: none, exitTime: none, bars: none, quantity: none },
 *   periodsPerYear: 252, riskFreeRate: 0, minimumReturn: 0,
 * });
 * performance.returns; // 0, 0.1
 */
export class Performance implements PerformanceFacts {
  readonly startTime: number;
  readonly endTime: number;
  readonly startEquity: number;
  readonly time: Column;
  readonly equity: Column;
  readonly sessions: Int32Array;
  readonly buyAndHold: Column;
  readonly recordsInMarket: number;
  readonly commissionPaid: number;
  readonly trades: TradeColumns;
  readonly periodsPerYear: number;
  readonly riskFreeRate: number;
  readonly minimumReturn: number;
  #returns: Column | undefined;
  #drawdownSpells: DrawdownSpells | undefined;
  #returnMoments: Moments | undefined;
  readonly #values = new Map<object, number>();

  constructor(facts: PerformanceFacts) {
    checkFacts(facts);
    this.startTime = facts.startTime;
    this.endTime = facts.endTime;
    this.startEquity = facts.startEquity;
    this.time = facts.time;
    this.equity = facts.equity;
    this.sessions = facts.sessions;
    this.buyAndHold = facts.buyAndHold;
    this.recordsInMarket = facts.recordsInMarket;
    this.commissionPaid = facts.commissionPaid;
    this.trades = facts.trades;
    this.periodsPerYear = facts.periodsPerYear;
    this.riskFreeRate = facts.riskFreeRate;
    this.minimumReturn = facts.minimumReturn;
  }

  /** Return of each session, a fraction; missing for a session that began with no equity. */
  get returns(): Column {
    return (this.#returns ??= sessionReturns(this.equity, this.sessions, this.startEquity));
  }

  /** Mean and sample deviation of the returns. */
  get returnMoments(): Moments {
    return (this.#returnMoments ??= moments(this.returns, 1));
  }

  /** The value of a metric that others build on, computed once. */
  value(metric: { compute(performance: Performance): number }): number {
    let value = this.#values.get(metric);
    if (value === undefined) this.#values.set(metric, (value = metric.compute(this)));
    return value;
  }

  /** Risk-free return of one session. */
  get riskFreeReturn(): number {
    return this.riskFreeRate / this.periodsPerYear;
  }

  /** Every stretch that equity spent below its peak. */
  get drawdownSpells(): DrawdownSpells {
    return (this.#drawdownSpells ??= drawdownSpells(this.time, this.equity, this.startTime, this.startEquity));
  }
}

function checkFacts(facts: PerformanceFacts): void {
  checkPositive("startEquity", facts.startEquity);
  checkPositive("periodsPerYear", facts.periodsPerYear);
  const { equity, sessions, trades } = facts;
  checkLength("time", facts.time, equity.length, "equity");
  checkLength("buyAndHold", facts.buyAndHold, equity.length, "equity");
  const lastSession = sessions.at(-1) ?? -1;
  if (lastSession >= equity.length) {
    throw parameterError("sessions", `indices of records, of which there are ${equity.length}`, lastSession);
  }
  for (const name of ["pnl", "return", "commission", "entryTime", "exitTime", "bars", "quantity"] as const) {
    checkLength(`trades.${name}`, trades[name], trades.length, "trades");
  }
}

function checkPositive(name: string, value: number): void {
  if (!(Number.isFinite(value) && value > 0)) throw parameterError(name, "a finite number above 0", value);
}

function checkLength(name: string, column: Column, length: number, other: string): void {
  if (column.length !== length) {
    throw parameterError(name, `as long as ${other} (${length})`, column.length);
  }
}
