import { actionFactors } from "../../../market/action-factors.ts";
import { barSessions } from "../../../market/bar-sessions.ts";
import { coarseGroups, isResampleable } from "../../../market/coarse-groups.ts";
import type { CorporateAction } from "../../../market/corporate-action.ts";
import type { ViewPhase } from "../../../market/market-view.ts";
import type { RecordedInstrument, RecordedMarket, RecordedSeries } from "../../../market/recorded-market.ts";
import { barsOfGroups } from "../../../market/resample.ts";
import type { Column } from "../../../primitives/column.ts";
import { lastAtOrBefore } from "../../../primitives/sorted-search.ts";
import { groupBy } from "../../../primitives/map-helpers.ts";
import type { MarketHistory } from "../../../data/view/market-history.ts";
import { before } from "../../../data/view/view-position.ts";
import { firstMidpointTime } from "../../../data/view/price-events.ts";
import type { Calendar, MarketStatus } from "../../../time/calendar.ts";
import { calendarOf } from "../../../time/calendars/catalog.ts";
import { compareIntervals, type Interval, isSameInterval, shortestLength } from "../../../time/interval.ts";
import { BarMark, type ReportedBars } from "./bar-mark.ts";
import { ActionMark, type ActionTerms, addQuote, type Instant, type Lane, type Mark, StatusMark } from "./marks.ts";

/** The bids and asks of an instrument in the recording, from its first known price on. */
class QuoteLane implements Lane {
  readonly #symbol: string;
  readonly #time: Column;
  #row: number;

  constructor(symbol: string, time: Column, known: number, after: number) {
    this.#symbol = symbol;
    this.#time = time;
    this.#row = lastAtOrBefore(time, after, -1) + 1;
    while (this.#row < time.length && time[this.#row]! < known) this.#row++;
  }

  get next(): number {
    return this.#time[this.#row] ?? Infinity;
  }

  addTo(instant: Instant): void {
    for (; this.#time[this.#row] === instant.time; this.#row++) addQuote(instant.opens, instant, 7, this.#symbol);
  }
}

/** A sequence of events with its place among other sequences at the same time. */
interface OrderedLane {
  readonly lane: Lane;
  /**
   * Symbol of the instrument; empty for calendars, which come first. Instruments follow by symbol, each with its bars (short intervals
   * first), quotes and actions.
   */
  readonly symbol: string;
  readonly order: number;
  /** Whether the bars are built for stream clients and are not part of the transcript. */
  readonly built: boolean;
}

/** The recorded prices of one instrument. */
interface RecordedPrices {
  readonly instrument: RecordedInstrument;
  readonly calendar: Calendar;
  /** Series of bars, from short to long intervals. */
  readonly series: readonly RecordedSeries[];
}

/** Places of events at one instant: bars by the lengths of their intervals, then quotes, then corporate actions. */
const QUOTES = 1e12;
const ACTIONS = QUOTES + 1;

/** All events of a recording after a given time, one point in time after another. */
export class RecordedEvents {
  readonly #market: RecordedMarket;
  readonly #recorded = new Map<string, RecordedPrices>();
  readonly #built = new Set<string>();
  #lanes: OrderedLane[] = [];
  #next = Infinity;
  #nextRecorded = Infinity;

  /** Creates the events. `actions` says when corporate actions take effect; by default at the first price of their ex-date. */
  constructor(
    market: RecordedMarket,
    marketHistory: MarketHistory,
    after: number,
    actions?: ReadonlyMap<string, readonly TimedAction[]>,
  ) {
    this.#market = market;
    const series = groupBy(market.series, ({ symbol }) => symbol);
    const quotes = groupBy(market.quotes, ({ symbol }) => symbol);
    const dated = groupBy(market.actions, ({ symbol }) => symbol);
    let end = -Infinity;
    for (const instrument of market.instruments) {
      const { symbol } = instrument;
      const calendar = calendarOf(instrument.calendar, market.calendars);
      const own = (series.get(symbol) ?? [])
        .filter(({ bars }) => bars.length > 0)
        .toSorted((a, b) => compareIntervals(a.bars.interval, b.bars.interval));
      this.#recorded.set(symbol, { instrument, calendar, series: own });
      const quoted = quotes.get(symbol)?.[0];
      let first = quoted === undefined ? Infinity : firstMidpointTime(quoted);
      const prices = quoted === undefined ? [] : [quoted.time];
      for (const { bars, columns } of own) {
        const times = barSessions(bars, calendar);
        first = Math.min(first, times.openTime[0]!);
        prices.push(times.openTime);
        end = Math.max(end, times.closeTime.at(-1)!);
        this.#add(
          new BarLane({ instrument, bars, columns, recorded: true }, times, after),
          symbol,
          shortestLength(bars.interval),
        );
      }
      if (quoted !== undefined && quoted.time.length > 0) {
        end = Math.max(end, quoted.time.at(-1)!);
        this.#add(new QuoteLane(symbol, quoted.time, first, after), symbol, QUOTES);
      }
      const due = actions?.get(symbol) ?? actionsAtFirstPrices(dated.get(symbol) ?? [], calendar, prices, first);
      if (due.length > 0) this.#add(new ActionLane(symbol, due, after), symbol, ACTIONS);
    }
    const calendars = new Set([market.mainCalendar, ...market.instruments.map(({ calendar }) => calendar)]);
    for (const [order, name] of [...calendars].toSorted().entries()) {
      this.#add(new StatusLane(marketHistory, calendarOf(name, market.calendars), after, end), "", order);
    }
    this.#lanes.sort(compareLanes);
    this.#findNext();
  }

  /** Time of the next event in epoch milliseconds; Infinity if there is no further event. */
  get next(): number {
    return this.#next;
  }

  /** Time of the next event of the transcript, which does not contain bars built for stream clients. */
  get nextRecorded(): number {
    return this.#nextRecorded;
  }

  /** Returns the next point in time with its events, and moves past it. */
  take(): Instant {
    const instant: Instant = { time: this.#next, closes: [], actions: [], opens: [] };
    for (const { lane } of this.#lanes) if (lane.next === instant.time) lane.addTo(instant);
    this.#findNext();
    return instant;
  }

  /**
   * Adds bars of an interval that is not recorded, if they can be built from shorter ones. Bars that are complete by `after` are left out.
   */
  build(symbol: string, interval: Interval, after: number): void {
    const recorded = this.#recorded.get(symbol);
    const name = `${symbol} ${interval}`;
    if (recorded === undefined || this.#built.has(name)) return;
    const { instrument, calendar, series } = recorded;
    if (series.some(({ bars }) => isSameInterval(bars.interval, interval))) return;
    const source = series.findLast(({ bars }) => isResampleable(interval, bars.interval))?.bars;
    if (source === undefined) return;
    this.#built.add(name);
    const groups = coarseGroups(source, interval, { calendar });
    const splits = this.#market.actions.filter((action) => action.symbol === symbol && action.kind === "split");
    const factors = actionFactors(splits, source, { calendar, basis: instrument.priceBasis });
    const bars = barsOfGroups(groups, factors, { calendar });
    const lane = new BuiltBarLane({ instrument, bars, recorded: false }, groups.closeTime, after);
    // Built bars come before the recorded bars, whose offset they have.
    this.#add(lane, symbol, shortestLength(interval) - QUOTES, true);
    this.#lanes.sort(compareLanes);
    this.#findNext();
  }

  #add(lane: Lane, symbol: string, order: number, built = false): void {
    this.#lanes.push({ lane, symbol, order, built });
  }

  #findNext(): void {
    let next = Infinity;
    let nextRecorded = Infinity;
    for (const { lane, built } of this.#lanes) {
      next = Math.min(next, lane.next);
      if (!built) nextRecorded = Math.min(nextRecorded, lane.next);
    }
    this.#next = next;
    this.#nextRecorded = nextRecorded;
  }
}

function compareLanes(a: OrderedLane, b: OrderedLane): number {
  if (a.symbol !== b.symbol) return a.symbol < b.symbol ? -1 : 1;
  return a.order - b.order;
}

/** Open and close times of the bars of a series in epoch milliseconds. */
interface BarTimes {
  readonly openTime: Column;
  readonly closeTime: Column;
}

/** Recorded bars as events: a price at each open, and a price and the bar at each close. */
class BarLane implements Lane {
  readonly #bars: ReportedBars;
  readonly #times: BarTimes;
  #opened: number;
  #closed: number;

  /** Creates the events after a given time. */
  constructor(reported: ReportedBars, times: BarTimes, after: number) {
    this.#bars = reported;
    this.#times = times;
    this.#opened = lastAtOrBefore(times.openTime, after, -1) + 1;
    this.#closed = lastAtOrBefore(times.closeTime, after, -1) + 1;
  }

  get next(): number {
    const { openTime, closeTime } = this.#times;
    return Math.min(openTime[this.#opened] ?? Infinity, closeTime[this.#closed] ?? Infinity);
  }

  addTo(instant: Instant): void {
    const { openTime, closeTime } = this.#times;
    const { time, closes, opens } = instant;
    const { symbol } = this.#bars.instrument;
    while (closeTime[this.#closed] === time) {
      addQuote(closes, instant, 1, symbol);
      closes.push(new BarMark(time, this.#bars, this.#closed++));
    }
    for (; openTime[this.#opened] === time; this.#opened++) addQuote(opens, instant, 7, symbol);
  }
}

/** Bars built from shorter ones as events, each when it is complete. Their prices are already events of the shorter bars. */
class BuiltBarLane implements Lane {
  readonly #bars: ReportedBars;
  readonly #closeTime: Column;
  #closed: number;

  constructor(reported: ReportedBars, closeTime: Column, after: number) {
    this.#bars = reported;
    this.#closeTime = closeTime;
    this.#closed = lastAtOrBefore(closeTime, after, -1) + 1;
  }

  get next(): number {
    return this.#closeTime[this.#closed] ?? Infinity;
  }

  addTo({ time, closes }: Instant): void {
    while (this.#closeTime[this.#closed] === time) closes.push(new BarMark(time, this.#bars, this.#closed++));
  }
}

/** Changes of a market's status by its calendar, up to the end of the recording. */
class StatusLane implements Lane {
  readonly #marketHistory: MarketHistory;
  readonly #calendar: Calendar;
  readonly #end: number;
  #status: MarketStatus;
  next: number;

  constructor(marketHistory: MarketHistory, calendar: Calendar, after: number, end: number) {
    this.#marketHistory = marketHistory;
    this.#calendar = calendar;
    this.#end = end;
    this.#status = marketHistory.at(after).status(calendar.name);
    this.next = this.#boundaryAfter(after);
  }

  addTo({ time, closes, opens }: Instant): void {
    this.#findNext(time, 1, closes);
    this.#findNext(time, 7, opens);
    this.next = this.#boundaryAfter(time);
  }

  #findNext(time: number, phase: ViewPhase, marks: Mark[]): void {
    const status = this.#marketHistory.at(time, phase).status(this.#calendar.name);
    if (status === this.#status) return;
    this.#status = status;
    marks.push(new StatusMark(time, phase, this.#calendar.name, status));
  }

  /** Returns when a session, or its regular or extended hours, next begins or ends, as known at `time`. */
  #boundaryAfter(time: number): number {
    const last = this.#calendar.lastSession(time, time);
    const next = this.#calendar.nextSession(time, time);
    let boundary = Infinity;
    for (const session of [last, next]) {
      if (session === undefined) continue;
      const { preOpen, open, close, postClose, breaks } = session;
      for (const at of [preOpen, open, close, postClose, ...breaks.flat()]) {
        if (at > time && at < boundary) boundary = at;
      }
    }
    return boundary <= this.#end ? boundary : Infinity;
  }
}

/** Number of days that exceeds any market's longest closure in modern times. */
const LONGEST_CLOSURE = 31;

/** A split or dividend with the time at which it takes effect. */
export interface TimedAction extends ActionTerms {
  readonly time: number;
}

/** The splits and dividends of one instrument as events. */
class ActionLane implements Lane {
  readonly #symbol: string;
  readonly #due: readonly TimedAction[];
  #row: number;

  /** `due` must be sorted by time. */
  constructor(symbol: string, due: readonly TimedAction[], after: number) {
    this.#symbol = symbol;
    this.#due = due;
    this.#row = due.findIndex(({ time }) => time > after);
    if (this.#row < 0) this.#row = due.length;
  }

  get next(): number {
    return this.#due[this.#row]?.time ?? Infinity;
  }

  addTo({ time, actions }: Instant): void {
    for (; this.#due[this.#row]?.time === time; this.#row++) {
      actions.push(new ActionMark(time, this.#symbol, this.#due[this.#row]!));
    }
  }
}

/**
 * Returns when actions take effect: at the first price of the session of the ex-date, or of the next one. It is the open or a pre-market
 * price that is already adjusted, and accounts book the action with it. Actions before the first known price are left out, since all prices
 * contain them.
 */
function actionsAtFirstPrices(
  actions: readonly CorporateAction[],
  calendar: Calendar,
  prices: readonly Column[],
  known: number,
): readonly TimedAction[] {
  return (
    actions
      .flatMap(({ exDate, kind, ratio, cash }): TimedAction[] => {
        // A delisting has no later price; accounts book it at the previous close.
        if (kind === "delisting") return [];
        const { preOpen, open, length } = calendar.sessions(exDate, exDate + LONGEST_CLOSURE);
        return length === 0 ? [] : [{ time: firstFrom(preOpen[0]!, open[0]!, prices), kind, ratio, cash }];
      })
      .filter(({ time }) => time > known)
      // At the same time dividends come first, since they are paid for the units before a split.
      .toSorted((a, b) => a.time - b.time || (a.kind < b.kind ? -1 : 1))
  );
}

/** Returns the first time in ascending columns from `from` on; `until` if there is none before it. */
function firstFrom(from: number, until: number, columns: readonly Column[]): number {
  return Math.min(until, ...columns.map((times) => times[lastAtOrBefore(times, before(from), -1) + 1] ?? Infinity));
}
