import { checkOptions, type OptionNames } from "../primitives/check-options.ts";
import { checkInteger, formatValue, parameterError } from "../primitives/check.ts";
import { type Column, toColumn } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import { mapValues } from "../primitives/record-helpers.ts";
import { DAY_MS } from "../time/civil-date.ts";
import type { Calendar } from "../time/calendar.ts";
import { formatDate } from "../time/instant.ts";
import { isDailyOrLonger } from "../time/interval.ts";
import { barSessions } from "./bar-sessions.ts";
import { Bars } from "./bars.ts";
import { seriesCalendar } from "./default-calendar.ts";
import { instrument } from "./instrument.ts";
import type { ColumnSeries, OwnColumns, Series } from "./market-data.ts";
import type { BarColumns } from "./validate-bars.ts";

/** Rule by which a continuous series moves from one contract to a later one. */
export type RollRule = "calendar" | "volume" | "open-interest";

/** How a continuous series closes the gap between the prices of two contracts. */
export type RollAdjustment = "none" | "ratio" | "difference";

/** Options of `continuousSeries`. */
export interface ContinuousOptions {
  /** Symbol of the continuous series, such as `ES`. */
  readonly symbol: string;
  /** Contracts of one market, in any order: bars of one interval of a day or shorter, and instruments with an `expiration`. */
  readonly contracts: readonly Series[];
  /**
   * When the series rolls. `calendar`: before each expiration. `volume` and `open-interest`: once a later contract had more than the
   * contract in force in a completed session, and at the latest before the expiration.
   */
  readonly roll: RollRule;
  /**
   * Number of sessions at the end of a contract in which it is no longer in force, with the session of its expiration. 0 keeps a contract
   * in force until it expires. Default: 5 for `calendar`, 1 for the other rules.
   */
  readonly rollSessions?: number | undefined;
  /** How prices after a roll are shifted (`difference`) or scaled (`ratio`), so that the roll itself is no price change. */
  readonly adjust: RollAdjustment;
}

const OPTIONS: OptionNames<ContinuousOptions> = {
  symbol: true,
  contracts: true,
  roll: true,
  rollSessions: true,
  adjust: true,
};

/** Name of the own column with the index of the contract in force after each bar. */
export const CONTRACT_COLUMN = "contract";
/** Name of the own column of unadjusted closes. */
export const CLOSE_COLUMN = "contract_close";

/**
 * Joins the bars of futures contracts into one continuous series, to compute signals on. Each bar is that of the contract in force in its
 * session. A roll takes effect at the start of a session and never returns to an earlier contract. Among later contracts, the rules
 * `volume` and `open-interest` choose the one that had most.
 *
 * No value depends on later bars, so prices are adjusted forward: the first contract keeps its prices, and those of later contracts are
 * shifted or scaled by the gap at each roll. The gap is measured at the last bar before the roll that both contracts have. A back-adjusted
 * series, in which the last contract keeps its prices, differs from this one by one constant shift or factor.
 *
 * The series gets two own columns. `contract` is the index, in `instrument.contracts`, of the contract in force after the bar has closed;
 * it changes with the last bar before a roll, so that orders for the next session go to the new contract. `contract_close` is the
 * unadjusted close of the bar.
 *
 * Throws `SETTING_INVALID` for unknown options, `PARAMETER_OUT_OF_RANGE` for contracts that are not of one market, and `BARS_INVALID` if a
 * contract has bars after its expiration, or if two contracts have no common bar from which to measure a gap.
 *
 * @example
 * const es = continuousSeries({ symbol: "ES", contracts: [esh4, esm4], roll: "volume", adjust: "difference" });
 * backtest(strategy, { series: [es, esh4, esm4], notes: [] });
 */
export function continuousSeries(options: ContinuousOptions): Series {
  const { symbol, contracts, roll, adjust, rollSessions } = checkOptions("continuousSeries", options, OPTIONS);
  const rule = choice("roll", ROLLS, roll);
  const adjustment = choice("adjust", ADJUSTMENTS, adjust);
  const left = checkInteger("rollSessions", rollSessions ?? rule.sessions, 0, 250);
  const sorted = checkContracts(contracts);
  const calendar = seriesCalendar(sorted[0]!);
  const joined = joinContracts(
    sorted.map((series) => new Contract(series, calendar, rule)),
    calendar,
    left,
    adjustment,
  );
  const { currency, currencyDecimals, lot, multiplier } = sorted[0]!.instrument;
  const { zone, bars } = sorted[0]!;
  return {
    instrument: instrument(symbol, {
      currency,
      currencyDecimals,
      lot,
      multiplier,
      role: "data",
      contracts: sorted.map((series) => series.instrument.symbol),
    }),
    bars: new Bars(bars.interval, joined.bars, bars.zone),
    calendar: sorted[0]!.calendar,
    zone,
    columns: joined.columns,
  };
}

function choice<Rule>(name: string, rules: Readonly<Record<string, Rule>>, given: string): Rule {
  if (Object.hasOwn(rules, given)) return rules[given]!;
  throw parameterError(name, `one of ${Object.keys(rules).join(", ")}`, given);
}

/** A rule of rolls: its default number of sessions, and how active a contract was in each session. */
interface Roll {
  readonly sessions: number;
  /**
   * Returns a number per session of a contract by which a later contract replaces the one in force; undefined if only time decides.
   * `rows` has the first bar of each session and, at the end, the number of bars; `regular` whether a bar counts.
   */
  readonly activity:
    | ((series: ColumnSeries, rows: Int32Array, regular: (row: number) => boolean) => Column)
    | undefined;
  /** Activity of a contract that had bars before, but none in the session: 0 for a flow, the last one for a stock. */
  readonly withoutBars: (last: number) => number;
}

export const ROLLS: Readonly<Record<RollRule, Roll>> = {
  calendar: { sessions: 5, activity: undefined, withoutBars: () => 0 },
  volume: {
    sessions: 1,
    activity: ({ bars: { volume } }, rows, regular) =>
      perSession(rows, (from, to) => {
        let sum = 0;
        for (let row = from; row < to; row++) if (regular(row) && volume[row]! > 0) sum += volume[row]!;
        return sum;
      }),
    withoutBars: () => 0,
  },
  "open-interest": {
    sessions: 1,
    activity: (series, rows, regular) => {
      const interest = openInterestOf(series);
      let last = NaN;
      return perSession(rows, (from, to) => {
        for (let row = from; row < to; row++) if (regular(row) && !Number.isNaN(interest[row]!)) last = interest[row]!;
        return last;
      });
    },
    withoutBars: (last) => last,
  },
};

function perSession(rows: Int32Array, valueOf: (from: number, to: number) => number): Column {
  return Float64Array.from({ length: rows.length - 1 }, (_, at) => valueOf(rows[at]!, rows[at + 1]!));
}

/** Names of a column of open interest, in the order in which they are tried. */
const OPEN_INTEREST = ["open_interest", "openInterest", "openint", "oi"];

function openInterestOf({ instrument: { symbol }, bars, columns = {} }: ColumnSeries): Column {
  if (bars.length === 0) return bars.volume;
  const names = Object.keys(columns);
  const name = OPEN_INTEREST.find((one) => names.includes(one));
  if (name !== undefined) return columns[name]!;
  const message = `${symbol} has no own column open_interest, by which the series is to roll; its own columns are ${names.join(", ") || "none"}`;
  throw new HindcastError("COLUMN_UNKNOWN", message, { symbol, column: "open_interest", known: names });
}

/** How the prices of the contract in force become prices of the series: `price * scale + shift`. */
interface Levels {
  readonly scale: number;
  readonly shift: number;
}

/** An adjustment: the levels of a contract from those of the one before, whose close was `before` when its own was `after`. */
type Adjustment = ((levels: Levels, before: number, after: number) => Levels) | undefined;

const AS_TRADED: Levels = { scale: 1, shift: 0 };

export const ADJUSTMENTS: Readonly<Record<RollAdjustment, Adjustment>> = {
  none: undefined,
  difference: ({ shift }, before, after) => ({ scale: 1, shift: shift + (before - after) }),
  ratio: ({ scale }, before, after) => ({ scale: scale * (before / after), shift: 0 }),
};

function checkContracts(given: readonly Series[]): readonly ColumnSeries[] {
  if (!Array.isArray(given) || given.length === 0)
    throw parameterError("contracts", "a list of at least one series", given);
  const contracts = (given as readonly Series[]).map(
    (series) =>
      ({
        ...series,
        columns: mapValues(series.columns ?? {}, (column, name) => toColumn(name, column)),
      }) as ColumnSeries,
  );
  for (const { instrument: own } of contracts)
    if (own.expiration === undefined)
      throw parameterError(
        `expiration of ${own.symbol}`,
        "the last day of the contract, in days since 1970-01-01",
        undefined,
      );
  const sorted = contracts.toSorted((a, b) => a.instrument.expiration! - b.instrument.expiration!);
  const [first] = sorted;
  for (const [at, { instrument: own, bars, calendar, zone }] of sorted.entries()) {
    const differs = (what: string, mustBe: unknown, was: unknown): HindcastError =>
      parameterError(`${what} of ${own.symbol}`, `that of ${first!.instrument.symbol}, ${formatValue(mustBe)}`, was);
    const { interval } = first!.bars;
    if (isDailyOrLonger(interval) && interval !== "1d")
      throw parameterError(
        "interval of the contracts",
        "a day or shorter, since contracts roll between sessions",
        interval,
      );
    if (bars.interval !== interval) throw differs("interval", interval, bars.interval);
    if (calendar?.name !== first!.calendar?.name) throw differs("calendar", first!.calendar?.name, calendar?.name);
    if (zone !== first!.zone || bars.zone !== first!.bars.zone) throw differs("zone", first!.zone, zone);
    for (const field of ["currency", "multiplier"] as const)
      if (own[field] !== first!.instrument[field]) throw differs(field, first!.instrument[field], own[field]);
    const before = sorted[at - 1]?.instrument;
    if (before !== undefined && before.expiration === own.expiration)
      throw parameterError(`expiration of ${own.symbol}`, `after that of ${before.symbol}`, dateOf(own.expiration!));
  }
  return sorted;
}

/** A contract with its sessions: the date of each, its rows and how active it was. */
class Contract {
  readonly series: ColumnSeries;
  readonly expiration: number;
  /** Dates of the sessions with bars, in days since 1970-01-01. */
  readonly dates: readonly number[];
  /** First row of each session and, at the end, the number of bars. */
  readonly rows: Int32Array;
  /** Whether all bars of the session have closed by the time that the bar of a row closes. */
  readonly endsSession: (row: number) => boolean;
  readonly #roll: Roll;
  readonly #activity: Column | undefined;
  /** Number of sessions that have begun. */
  #begun = 0;

  constructor(series: ColumnSeries, calendar: Calendar, roll: Roll) {
    const { bars, instrument: own } = series;
    const { sessions, first, closeTime, extended } = barSessions(bars, calendar);
    const dates: number[] = [];
    const rows: number[] = [];
    for (let row = 0; row < bars.length; row++) {
      const date = sessions.date[first[row]!]!;
      if (date === dates.at(-1)) continue;
      dates.push(date);
      rows.push(row);
    }
    this.series = series;
    this.expiration = own.expiration!;
    this.dates = dates;
    this.rows = Int32Array.from([...rows, bars.length]);
    this.endsSession = (row) => bars.interval === "1d" || closeTime[row]! >= sessions.close[first[row]!]!;
    this.#roll = roll;
    this.#activity = roll.activity?.(series, this.rows, (row) => extended?.[row] !== 1);
    if (dates.length > 0 && dates.at(-1)! > this.expiration) {
      const message = `${own.symbol} must have no bars after its expiration ${dateOf(this.expiration)}, has one on ${dateOf(dates.at(-1)!)}`;
      throw new HindcastError("BARS_INVALID", message, { symbol: own.symbol, expiration: this.expiration });
    }
  }

  get symbol(): string {
    return this.series.instrument.symbol;
  }

  /** Begins the session of a day, in which the contract may have no bars. */
  begin(day: number): void {
    if (this.dates[this.#begun] === day) this.#begun++;
  }

  /** Rows of the session of a day, the last that has begun: the first row, and the row after the last. */
  rowsOf(day: number): readonly [from: number, to: number] {
    const end = this.rows[this.#begun]!;
    return [this.dates[this.#begun - 1] === day ? this.rows[this.#begun - 1]! : end, end];
  }

  /** How active the contract was in the session of a day, the last that has begun; 0 before its first bar, NaN if unknown. */
  activity(day: number): number {
    if (this.#activity === undefined || this.#begun === 0) return 0;
    const last = this.#activity[this.#begun - 1]!;
    return this.dates[this.#begun - 1] === day ? last : this.#roll.withoutBars(last);
  }
}

/** The bars of the contracts in force, one after the other. */
class Joined {
  readonly #contracts: readonly Contract[];
  readonly #adjustment: Adjustment;
  /** For each bar: index of its contract, its row there, the contract in force once it has closed, and the levels of its prices. */
  readonly #from: number[] = [];
  readonly #rows: number[] = [];
  readonly #inForce: number[] = [];
  readonly #levels: Levels[] = [];

  constructor(contracts: readonly Contract[], adjustment: Adjustment) {
    this.#contracts = contracts;
    this.#adjustment = adjustment;
  }

  /** Adds the bars of a contract in the session of a day, after which the contract `then` is in force. */
  add(from: number, day: number, then: number): void {
    const contract = this.#contracts[from]!;
    const [start, end] = contract.rowsOf(day);
    if (start === end) return;
    const levels = this.#levelsOf(from, day);
    for (let row = start; row < end; row++) {
      this.#from.push(from);
      this.#rows.push(row);
      this.#inForce.push(contract.endsSession(row) ? then : from);
      this.#levels.push(levels);
    }
  }

  #levelsOf(from: number, day: number): Levels {
    const last = this.#from.at(-1);
    const levels = this.#levels.at(-1) ?? AS_TRADED;
    if (last === undefined || last === from || this.#adjustment === undefined) return levels;
    const [before, after] = [this.#contracts[last]!, this.#contracts[from]!];
    const [closeBefore, closeAfter] = lastCommonCloses(before, after, day);
    const adjusted = this.#adjustment(levels, closeBefore, closeAfter);
    if (adjusted.scale > 0 && Number.isFinite(adjusted.scale)) return adjusted;
    const message = `closes of ${before.symbol} and ${after.symbol} must be above 0 to adjust by ratio, were ${closeBefore} and ${closeAfter}; adjust by difference`;
    throw new HindcastError("BARS_INVALID", message, { symbols: [before.symbol, after.symbol] });
  }

  columns(): { readonly bars: BarColumns; readonly columns: OwnColumns } {
    const take = (columnOf: (series: ColumnSeries) => Column | undefined): Float64Array => {
      const sources = this.#contracts.map(({ series }) => columnOf(series));
      return Float64Array.from(this.#from, (from, i) => sources[from]?.[this.#rows[i]!] ?? NaN);
    };
    const price = (name: "open" | "high" | "low" | "close"): Column =>
      take(({ bars }) => bars[name]).map((value, i) => value * this.#levels[i]!.scale + this.#levels[i]!.shift);
    const names = new Set(this.#contracts.flatMap(({ series }) => Object.keys(series.columns ?? {})));
    const own = Object.fromEntries([...names].map((name) => [name, take(({ columns }) => columns?.[name])]));
    return {
      bars: {
        time: take(({ bars }) => bars.time),
        open: price("open"),
        high: price("high"),
        low: price("low"),
        close: price("close"),
        volume: take(({ bars }) => bars.volume),
      },
      columns: {
        ...own,
        [CONTRACT_COLUMN]: Float64Array.from(this.#inForce),
        [CLOSE_COLUMN]: take(({ bars }) => bars.close),
      },
    };
  }
}

/** Returns the closes of two contracts at the last bar that both have before the session of a day. Throws `BARS_INVALID`. */
function lastCommonCloses(before: Contract, after: Contract, day: number): readonly [before: number, after: number] {
  const [a, b] = [before.series.bars, after.series.bars];
  let i = before.rowsOf(day)[0] - 1;
  let j = after.rowsOf(day)[0] - 1;
  while (i >= 0 && j >= 0) {
    if (a.time[i] === b.time[j]) return [a.close[i]!, b.close[j]!];
    if (a.time[i]! > b.time[j]!) i--;
    else j--;
  }
  const message = `${before.symbol} and ${after.symbol} have no common bar before the roll, from which to measure the gap between their prices: add earlier bars of ${after.symbol}, or adjust by none`;
  throw new HindcastError("BARS_INVALID", message, { symbols: [before.symbol, after.symbol] });
}

function joinContracts(
  contracts: readonly Contract[],
  calendar: Calendar,
  leftOut: number,
  adjustment: Adjustment,
): ReturnType<Joined["columns"]> {
  const joined = new Joined(contracts, adjustment);
  const days = [...new Set(contracts.flatMap(({ dates }) => dates))].toSorted((a, b) => a - b);
  let front = 0;
  let lastDay = NaN;
  /** Returns the contract in force from a day on, as known at a time, when the session of `lastDay` has ended. */
  const contractFrom = (day: number, knownAt: number): number => {
    const isOver = ({ expiration }: Contract): boolean =>
      countSessions(calendar, day, expiration, knownAt, leftOut + 1) <= leftOut;
    let best = -1;
    let most = -1;
    for (let later = front + 1; later < contracts.length; later++) {
      if (best < 0 && isOver(contracts[later]!)) continue;
      // A later contract of unknown activity counts as inactive.
      const activity = contracts[later]!.activity(lastDay) || 0;
      if (activity > most) [best, most] = [later, activity];
    }
    if (best < 0) return front;
    return most > contracts[front]!.activity(lastDay) || isOver(contracts[front]!) ? best : front;
  };
  for (const day of days) {
    const { preOpen, close } = calendar.session(day)!;
    const inForce = (front = contractFrom(day, preOpen));
    for (const contract of contracts) contract.begin(day);
    lastDay = day;
    front = contractFrom(day + 1, close);
    joined.add(inForce, day, front);
  }
  return joined.columns();
}

/** Counts the sessions from a day to another, both included, as known at a time. Stops counting at `limit`. */
function countSessions(calendar: Calendar, from: number, to: number, knownAt: number, limit: number): number {
  if (from > to) return 0;
  const near = Math.min(to, from + 2 * limit + 31);
  const { length } = calendar.sessions(from, near, knownAt);
  return length >= limit || near === to ? length : calendar.sessions(from, to, knownAt).length;
}

function dateOf(day: number): string {
  return formatDate(day * DAY_MS);
}
