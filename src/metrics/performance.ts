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
  /** Nobody knows from how many trials the run was chosen: none. */
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

  /** `rare` gives what few metrics need, where the facts themselves do not. */
  constructor(facts: PerformanceFacts);
  constructor(facts: Omit<PerformanceFacts, keyof BenchmarkFacts>, rare: RareFacts & BenchmarkFacts);
  constructor(facts: PerformanceFacts, rare: RareFacts & BenchmarkFacts = facts) {
    // Facts whose rare ones are made apart are those of a run.
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

  /** Date of the session of each record; where that is not known the day of UTC of the millisecond before it. */
  get date(): Column {
    return (this.#date ??= this.#rare.date ?? this.time.map((time) => Math.floor((time - 1) / DAY) * DAY));
  }

  /** Last date of each session, see `date`. */
  get sessionDates(): Column {
    return (this.#sessionDates ??=
      this.#rare.sessionDates ?? Float64Array.from(this.sessions, (record) => this.date[record]!));
  }

  /** Worth of long and short positions by session; nothing where that is not known. */
  get positionValues(): PositionValues {
    return this.#rare.positionValues ?? NO_POSITIONS;
  }

  /** Fills that made a position smaller; nothing where they are not known. */
  get closings(): ClosingColumns | undefined {
    return (this.#closings ??= this.#rare.closings);
  }

  /** Profits of positions from flat to flat; undefined where that is not known. */
  get roundTrips(): Column | undefined {
    return (this.#roundTrips ??= this.#rare.roundTrips);
  }

  get warmupRecords(): number {
    return this.#rare.warmupRecords ?? 0;
  }

  /** Length of a bar; where it is not given, the median step between records. */
  get intervalMs(): number {
    return this.#intervalMs ?? medianInterval(this.time);
  }

  /** Return of the benchmark in each session. */
  get benchmarkReturns(): Column {
    return (this.#benchmarkReturns ??= sessionReturns(this.benchmark, this.sessions, this.startEquity));
  }

  /** How the returns move with those of the benchmark. */
  get comoments(): Comoments {
    return (this.#comoments ??= comoments(this.returns, this.benchmarkReturns));
  }

  /** What the account did while the benchmark rose, and while it fell. */
  get captures(): Captures {
    return (this.#captures ??= captures(this.returns, this.benchmarkReturns));
  }

  /** What the returns were above the minimum and below it. */
  get partialMoments(): PartialMoments {
    return (this.#partialMoments ??= partialMoments(this.returns, this.minimumReturn));
  }

  /** Skewness and kurtosis of the returns. */
  get shape(): ReturnShape {
    return (this.#shape ??= returnShape(this.returns, this.returnMoments));
  }

  /** The worst and the best twentieth of the returns. */
  get tails(): Tails {
    return (this.#tails ??= tails(this.returns, this.returnMoments));
  }

  /** Return of each session, a fraction; missing for a session that began with no equity. */
  get returns(): Column {
    return (this.#returns ??= this.#rare.returns ?? sessionReturns(this.equity, this.sessions, this.startEquity));
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

  /** Smallest amount of the account's money; 0 where money is not rounded. */
  get coin(): number {
    return this.moneyDecimals === undefined ? 0 : 10 ** -this.moneyDecimals;
  }

  /** Risk-free return of one session. */
  get riskFreeReturn(): number {
    return this.riskFreeRate / this.periodsPerYear;
  }

  /** Every stretch that equity spent below its peak. */
  get drawdownSpells(): DrawdownSpells {
    return (this.#drawdownSpells ??= drawdownSpells(
      this.time,
      this.equity,
      this.startTime,
      this.startEquity,
      this.coin,
    ));
  }

  /** How long each of these stretches lasted, in milliseconds: whole days where bars last a day or longer, whatever summer time and early closes do. */
  get drawdownDurations(): Column {
    return (this.#drawdownDurations ??= spellDurations(this.drawdownSpells, this.daily ? DAY : 1));
  }

  /** How long each closed trade lasted, in milliseconds. */
  get tradeDurations(): Column {
    const { duration, entryTime, exitTime } = this.trades;
    return (this.#tradeDurations ??= duration ?? exitTime.map((exit, i) => exit - entryTime[i]!));
  }
}

/** In whole units of time. */
function spellDurations({ startTime, endTime, length }: DrawdownSpells, unit: number): Column {
  const durations = new Float64Array(length);
  for (let i = 0; i < length; i++) durations[i] = Math.round((endTime[i]! - startTime[i]!) / unit) * unit;
  return durations;
}

/** What an account is measured against; of a run it is made when a metric asks for it. */
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
