import { parameterError } from "../primitives/check.ts";
import type { Column } from "../primitives/column.ts";
import { drawdownSpells, type DrawdownSpells } from "./drawdown-spells.ts";
import { captures, type Captures } from "./captures.ts";
import {
  comoments,
  type Comoments,
  moments,
  type Moments,
  partialMoments,
  type PartialMoments,
  returnShape,
  type ReturnShape,
  tails,
  type Tails,
} from "./statistics.ts";
import { sessionReturns } from "./session-returns.ts";
import type {
  ClosingColumns,
  PerformanceFacts,
  PositionValues,
  RareFacts,
  TradeColumns,
  Trials,
} from "./performance-facts.ts";

/**
 * The facts of a run, and values that several metrics derive from them. Derived values are computed on first use and cached.
 *
 * Returns are per session, even if a session has many records, so that they do not depend on the interval of the bars. The first return
 * starts from the starting cash, so there are as many returns as sessions. A strategy that decides at a close and fills at the next open
 * has a first return of 0. vectorbt keeps it as well; callers of empyrical usually drop it.
 *
 * Records after the last session close count in equity and drawdown, but in no return.
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
  readonly recordsInMarket: number;
  readonly commissionPaid: number;
  readonly trades: TradeColumns;
  readonly periodsPerYear: number;
  readonly riskFreeRate: number;
  readonly minimumReturn: number;
  readonly slippagePaid: number;
  readonly tradedValue: number;
  readonly moneyDecimals: number | undefined;
  readonly daily: boolean;
  /** Trials that the run was selected from. Default: a count of 0, which means unknown. */
  readonly trials: Trials;
  readonly #rare: RareFacts & BenchmarkFacts;
  #buyAndHold: Column | undefined;
  readonly #intervalMs: number | undefined;
  #date: Column | undefined;
  #sessionDates: Column | undefined;
  #returns: Column | undefined;
  #closings: ClosingColumns | undefined;
  #roundTrips: Column | undefined;
  #benchmarkReturns: Column | undefined;
  #comoments: Comoments | undefined;
  #captures: Captures | undefined;
  #partialMoments: PartialMoments | undefined;
  #shape: ReturnShape | undefined;
  #tails: Tails | undefined;
  #drawdownSpells: DrawdownSpells | undefined;
  #drawdownDurations: Column | undefined;
  #tradeDurations: Column | undefined;
  #returnMoments: Moments | undefined;
  readonly #values = new Map<object, number>();

  /** Creates the performance of a run. `rare` contains the facts that few metrics need, if they are not part of `facts`. */
  constructor(facts: PerformanceFacts);
  constructor(facts: Omit<PerformanceFacts, keyof BenchmarkFacts>, rare: RareFacts & BenchmarkFacts);
  constructor(facts: PerformanceFacts, rare: RareFacts & BenchmarkFacts = facts) {
    // Facts are checked unless `rare` is a separate object. Only the engine passes one, and its facts need no check.
    if (rare === facts) checkFacts(facts);
    this.startTime = facts.startTime;
    this.endTime = facts.endTime;
    this.startEquity = facts.startEquity;
    this.time = facts.time;
    this.equity = facts.equity;
    this.sessions = facts.sessions;
    this.recordsInMarket = facts.recordsInMarket;
    this.commissionPaid = facts.commissionPaid;
    this.trades = facts.trades;
    this.periodsPerYear = facts.periodsPerYear;
    this.riskFreeRate = facts.riskFreeRate;
    this.minimumReturn = facts.minimumReturn;
    this.slippagePaid = facts.slippagePaid ?? NaN;
    this.tradedValue = facts.tradedValue ?? NaN;
    this.moneyDecimals = facts.moneyDecimals;
    this.daily = facts.daily ?? false;
    this.trials = facts.trials ?? NO_TRIALS;
    this.#intervalMs = facts.intervalMs;
    this.#rare = rare;
  }

  get buyAndHold(): Column {
    return (this.#buyAndHold ??= this.#rare.buyAndHold);
  }

  get benchmark(): Column {
    return this.#rare.benchmark ?? this.buyAndHold;
  }

  /** Date of the session of each record; if unknown, the UTC date one millisecond before the record. */
  get date(): Column {
    return (this.#date ??= this.#rare.date ?? this.time.map((time) => Math.floor((time - 1) / DAY) * DAY));
  }

  /** Last date of each session, as epoch milliseconds of its midnight in UTC. */
  get sessionDates(): Column {
    return (this.#sessionDates ??=
      this.#rare.sessionDates ?? Float64Array.from(this.sessions, (record) => this.date[record]!));
  }

  /** Values of long and short positions by session; empty if unknown. */
  get positionValues(): PositionValues {
    return this.#rare.positionValues ?? NO_POSITIONS;
  }

  /** Fills that reduced a position; undefined if unknown. */
  get closings(): ClosingColumns | undefined {
    return (this.#closings ??= this.#rare.closings);
  }

  /** Profits of positions from flat to flat; undefined if unknown. */
  get roundTrips(): Column | undefined {
    return (this.#roundTrips ??= this.#rare.roundTrips);
  }

  get warmupRecords(): number {
    return this.#rare.warmupRecords ?? 0;
  }

  /** Length of a bar in milliseconds. Default: the median time between records. */
  get intervalMs(): number {
    return this.#intervalMs ?? medianInterval(this.time);
  }

  /** Return of the benchmark in each session. */
  get benchmarkReturns(): Column {
    return (this.#benchmarkReturns ??= sessionReturns(this.benchmark, this.sessions, this.startEquity));
  }

  /** Beta and other joint statistics of the returns of account and benchmark. */
  get comoments(): Comoments {
    return (this.#comoments ??= comoments(this.returns, this.benchmarkReturns));
  }

  /** Up and down capture. */
  get captures(): Captures {
    return (this.#captures ??= captures(this.returns, this.benchmarkReturns));
  }

  /** Sums of the returns above and below the minimum return. */
  get partialMoments(): PartialMoments {
    return (this.#partialMoments ??= partialMoments(this.returns, this.minimumReturn));
  }

  /** Skewness and kurtosis of the returns. */
  get shape(): ReturnShape {
    return (this.#shape ??= returnShape(this.returns, this.returnMoments));
  }

  /** 5th and 95th percentile of the returns, and mean of the worst ones. */
  get tails(): Tails {
    return (this.#tails ??= tails(this.returns, this.returnMoments));
  }

  /** Return of each session, a fraction; NaN for a session that began without equity. */
  get returns(): Column {
    return (this.#returns ??= this.#rare.returns ?? sessionReturns(this.equity, this.sessions, this.startEquity));
  }

  /** Mean and sample deviation of the returns. */
  get returnMoments(): Moments {
    return (this.#returnMoments ??= moments(this.returns, 1));
  }

  /** Returns the value of a metric, which is computed on the first call only. */
  value(metric: { compute(performance: Performance): number }): number {
    let value = this.#values.get(metric);
    if (value === undefined) this.#values.set(metric, (value = metric.compute(this)));
    return value;
  }

  /** Smallest unit of the account currency; 0 if money is not rounded. */
  get coin(): number {
    return this.moneyDecimals === undefined ? 0 : 10 ** -this.moneyDecimals;
  }

  /** Risk-free return of one session. */
  get riskFreeReturn(): number {
    return this.riskFreeRate / this.periodsPerYear;
  }

  /** All drawdowns. */
  get drawdownSpells(): DrawdownSpells {
    return (this.#drawdownSpells ??= drawdownSpells(
      this.time,
      this.equity,
      this.startTime,
      this.startEquity,
      this.coin,
    ));
  }

  /** Duration of each drawdown, in milliseconds; rounded to whole days if bars last a day or longer, despite clock changes and early closes. */
  get drawdownDurations(): Column {
    return (this.#drawdownDurations ??= spellDurations(this.drawdownSpells, this.daily ? DAY : 1));
  }

  /** Duration of each closed trade, in milliseconds. */
  get tradeDurations(): Column {
    const { duration, entryTime, exitTime } = this.trades;
    return (this.#tradeDurations ??= duration ?? exitTime.map((exit, i) => exit - entryTime[i]!));
  }
}

/** Returns the durations of drawdowns, rounded to a unit in milliseconds. */
function spellDurations({ startTime, endTime, length }: DrawdownSpells, unit: number): Column {
  const durations = new Float64Array(length);
  for (let i = 0; i < length; i++) durations[i] = Math.round((endTime[i]! - startTime[i]!) / unit) * unit;
  return durations;
}

/** The curves of buy and hold and of the benchmark. A run computes them when a metric needs them. */
type BenchmarkFacts = Pick<PerformanceFacts, "buyAndHold" | "benchmark">;

const DAY = 86_400_000;
const NO_TRIALS: Trials = Object.freeze({ count: 0, variance: NaN });
const NO_POSITIONS: PositionValues = Object.freeze({ long: new Float64Array(0), short: new Float64Array(0) });

function medianInterval(time: Column): number {
  if (time.length < 2) return NaN;
  const steps = time.slice(1).map((now, i) => now - time[i]!);
  return steps.toSorted()[steps.length >> 1]!;
}

function checkFacts(facts: PerformanceFacts): void {
  checkPositive("startEquity", facts.startEquity);
  checkPositive("periodsPerYear", facts.periodsPerYear);
  const { equity, sessions, trades } = facts;
  checkLength("time", facts.time, equity.length, "equity");
  checkLength("buyAndHold", facts.buyAndHold, equity.length, "equity");
  if (facts.benchmark !== undefined) checkLength("benchmark", facts.benchmark, equity.length, "equity");
  const lastSession = sessions.at(-1) ?? -1;
  if (lastSession >= equity.length) {
    throw parameterError("sessions", `indexes of records, below ${equity.length}`, lastSession);
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
