import { actionFactors } from "../../../market/action-factors.ts";
import { barSessions } from "../../../market/bar-sessions.ts";
import { coarseGroups, coarserIntervals } from "../../../market/coarse-groups.ts";
import type { CorporateAction } from "../../../market/corporate-action.ts";
import type { ViewPhase } from "../../../market/market-view.ts";
import type { RecordedInstrument, RecordedMarket, RecordedSeries } from "../../../market/recorded-market.ts";
import { barsOfGroups } from "../../../market/resample.ts";
import type { Column } from "../../../primitives/column.ts";
import { lastAtOrBefore } from "../../../primitives/sorted-search.ts";
import { groupBy } from "../../../primitives/map-helpers.ts";
import type { MarketTape } from "../../../data/view/market-tape.ts";
import { before } from "../../../data/view/view-position.ts";
import { firstMidpointTime } from "../../../data/view/price-events.ts";
import type { Calendar, MarketStatus } from "../../../time/calendar.ts";
import { calendarOf } from "../../../time/calendars/catalog.ts";
import { type Interval, INTERVALS } from "../../../time/interval.ts";
import { BarMark, type ToldBars } from "./bar-mark.ts";
import { ActionMark, type ActionTerms, addQuote, type Instant, type Lane, type Mark, StatusMark } from "./marks.ts";

/** Recorded bids and asks, from the first moment on at which a price of the instrument is known. */
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

  take(instant: Instant): void {
    for (; this.#time[this.#row] === instant.time; this.#row++) addQuote(instant.opens, instant, 7, this.#symbol);
  }
}

/** A lane with its place in the order of what happens in one phase. */
interface Placed {
  readonly lane: Lane;
  /** The calendars come first, then instruments by symbol; in one, bars from fine to coarse, quotes, actions. */
  readonly symbol: string;
  readonly order: number;
  /** It tells of bars that are built for those who listen, and is no part of the transcript. */
  readonly built: boolean;
}

/** What is recorded of one instrument. */
interface Recorded {
  readonly instrument: RecordedInstrument;
  readonly calendar: Calendar;
  /** From fine to coarse. */
  readonly series: readonly RecordedSeries[];
}

const QUOTES = INTERVALS.length;
const ACTIONS = QUOTES + 1;

/** All that happens in a recording after a moment, instant by instant. */
export class TapeEvents {
  readonly #market: RecordedMarket;
  readonly #recorded = new Map<string, Recorded>();
  readonly #built = new Set<string>();
  #lanes: Placed[] = [];
  #next = Infinity;
  #nextRecorded = Infinity;

  /** `actions` says when those of an instrument take effect, where that is not at the first prices of their ex-dates. */
  constructor(
    market: RecordedMarket,
    tape: MarketTape,
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
        .toSorted((a, b) => orderOf(a.bars.interval) - orderOf(b.bars.interval));
      this.#recorded.set(symbol, { instrument, calendar, series: own });
      const quoted = quotes.get(symbol)?.[0];
      let first = quoted === undefined ? Infinity : firstMidpointTime(quoted);
      const prices = quoted === undefined ? [] : [quoted.time];
      for (const { bars } of own) {
        const times = barSessions(bars, calendar);
        first = Math.min(first, times.openTime[0]!);
        prices.push(times.openTime);
        end = Math.max(end, times.closeTime.at(-1)!);
        this.#add(new BarLane({ instrument, bars, recorded: true }, times, after), symbol, orderOf(bars.interval));
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
      this.#add(new StatusLane(tape, calendarOf(name, market.calendars), after, end), "", order);
    }
    this.#lanes.sort(inOrder);
    this.#look();
  }

  /** When something happens next, epoch milliseconds; Infinity when nothing is left. */
  get next(): number {
    return this.#next;
  }

  /** When something of the transcript happens next, whichever bars are built for those who listen. */
  get nextRecorded(): number {
    return this.#nextRecorded;
  }

  /** The next instant, which is passed by it. */
  take(): Instant {
    const instant: Instant = { time: this.#next, closes: [], actions: [], opens: [] };
    for (const { lane } of this.#lanes) if (lane.next === instant.time) lane.take(instant);
    this.#look();
    return instant;
  }

  /**
   * From now on tells of bars of an interval too that is not recorded, where finer bars of the instrument can be joined to it. Those that are
   * complete by `after` are not told.
   */
  build(symbol: string, interval: Interval, after: number): void {
    const recorded = this.#recorded.get(symbol);
    const name = `${symbol} ${interval}`;
    if (recorded === undefined || this.#built.has(name)) return;
    const { instrument, calendar, series } = recorded;
    if (series.some(({ bars }) => bars.interval === interval)) return;
    const source = series.findLast(({ bars }) => coarserIntervals(bars.interval).includes(interval))?.bars;
    if (source === undefined) return;
    this.#built.add(name);
    const groups = coarseGroups(source, interval, { calendar });
    const splits = this.#market.actions.filter((action) => action.symbol === symbol && action.kind === "split");
    const factors = actionFactors(splits, source, { calendar, basis: instrument.priceBasis });
    const bars = barsOfGroups(groups, factors, { calendar });
    const lane = new BuiltBarLane({ instrument, bars, recorded: false }, groups.closeTime, after);
    // Before the recorded bars of its instrument, whose places in the transcript its bars point to.
    this.#add(lane, symbol, orderOf(interval) - INTERVALS.length, true);
    this.#lanes.sort(inOrder);
    this.#look();
  }

  #add(lane: Lane, symbol: string, order: number, built = false): void {
    this.#lanes.push({ lane, symbol, order, built });
  }

  #look(): void {
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

function orderOf(interval: Interval): number {
  return INTERVALS.indexOf(interval);
}

function inOrder(a: Placed, b: Placed): number {
  if (a.symbol !== b.symbol) return a.symbol < b.symbol ? -1 : 1;
  return a.order - b.order;
}

/** When the bars of a series open and are complete, epoch milliseconds. */
interface BarTimes {
  readonly openTime: Column;
  readonly closeTime: Column;
}

/** Recorded bars: a price at the open of each, a price and the bar at its close. */
class BarLane implements Lane {
  readonly #told: ToldBars;
  readonly #times: BarTimes;
  #opened: number;
  #closed: number;

  /** Begins with what happens after a moment. */
  constructor(told: ToldBars, times: BarTimes, after: number) {
    this.#told = told;
    this.#times = times;
    this.#opened = lastAtOrBefore(times.openTime, after, -1) + 1;
    this.#closed = lastAtOrBefore(times.closeTime, after, -1) + 1;
  }

  get next(): number {
    const { openTime, closeTime } = this.#times;
    return Math.min(openTime[this.#opened] ?? Infinity, closeTime[this.#closed] ?? Infinity);
  }

  take(instant: Instant): void {
    const { openTime, closeTime } = this.#times;
    const { time, closes, opens } = instant;
    const { symbol } = this.#told.instrument;
    while (closeTime[this.#closed] === time) {
      addQuote(closes, instant, 1, symbol);
      closes.push(new BarMark(time, this.#told, this.#closed++));
    }
    for (; openTime[this.#opened] === time; this.#opened++) addQuote(opens, instant, 7, symbol);
  }
}

/** Bars that are built from finer ones: each is told when it is complete. Their prices are those of the finer ones, which are told already. */
class BuiltBarLane implements Lane {
  readonly #told: ToldBars;
  readonly #closeTime: Column;
  #closed: number;

  constructor(told: ToldBars, closeTime: Column, after: number) {
    this.#told = told;
    this.#closeTime = closeTime;
    this.#closed = lastAtOrBefore(closeTime, after, -1) + 1;
  }

  get next(): number {
    return this.#closeTime[this.#closed] ?? Infinity;
  }

  take({ time, closes }: Instant): void {
    while (this.#closeTime[this.#closed] === time) closes.push(new BarMark(time, this.#told, this.#closed++));
  }
}

/** What the market of one calendar does, told where it changes. It speaks up to the end of the recording. */
class StatusLane implements Lane {
  readonly #tape: MarketTape;
  readonly #calendar: Calendar;
  readonly #end: number;
  #status: MarketStatus;
  next: number;

  constructor(tape: MarketTape, calendar: Calendar, after: number, end: number) {
    this.#tape = tape;
    this.#calendar = calendar;
    this.#end = end;
    this.#status = tape.at(after).status(calendar.name);
    this.next = this.#boundaryAfter(after);
  }

  take({ time, closes, opens }: Instant): void {
    this.#look(time, 1, closes);
    this.#look(time, 7, opens);
    this.next = this.#boundaryAfter(time);
  }

  #look(time: number, phase: ViewPhase, marks: Mark[]): void {
    const status = this.#tape.at(time, phase).status(this.#calendar.name);
    if (status === this.#status) return;
    this.#status = status;
    marks.push(new StatusMark(time, phase, this.#calendar.name, status));
  }

  /** The next moment, as known at one, at which a session or a part of it begins or ends. */
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

/** More days than any market was closed in a row in our time. */
const LONGEST_CLOSURE = 31;

/** A split or dividend at the moment at which it takes effect. */
export interface TimedAction extends ActionTerms {
  readonly time: number;
}

/** Splits and dividends of one instrument. */
class ActionLane implements Lane {
  readonly #symbol: string;
  readonly #due: readonly TimedAction[];
  #row: number;

  /** `due` is in order of time. */
  constructor(symbol: string, due: readonly TimedAction[], after: number) {
    this.#symbol = symbol;
    this.#due = due;
    this.#row = due.findIndex(({ time }) => time > after);
    if (this.#row < 0) this.#row = due.length;
  }

  get next(): number {
    return this.#due[this.#row]?.time ?? Infinity;
  }

  take({ time, actions }: Instant): void {
    for (; this.#due[this.#row]?.time === time; this.#row++) {
      actions.push(new ActionMark(time, this.#symbol, this.#due[this.#row]!));
    }
  }
}

/**
 * Each at the first price of the session of its ex-date, or of the first one after it: at its open, and before it where the instrument trades before.
 * That price is one of afterwards, and accounts meet the action with it. Those from before anything of the instrument was known are in all its prices alike.
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
        // The end of a listing has no price of afterwards: accounts meet it at the close before it.
        if (kind === "delisting") return [];
        const { preOpen, open, length } = calendar.sessions(exDate, exDate + LONGEST_CLOSURE);
        return length === 0 ? [] : [{ time: firstFrom(preOpen[0]!, open[0]!, prices), kind, ratio, cash }];
      })
      .filter(({ time }) => time > known)
      // Of one moment dividends come first: they are paid for units as they were before.
      .toSorted((a, b) => a.time - b.time || (a.kind < b.kind ? -1 : 1))
  );
}

/** The first moment of rising columns from one moment on; another moment where none comes before it. */
function firstFrom(from: number, until: number, columns: readonly Column[]): number {
  return Math.min(until, ...columns.map((times) => times[lastAtOrBefore(times, before(from), -1) + 1] ?? Infinity));
}
