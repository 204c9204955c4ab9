import type { Column } from "../../../primitives/column.ts";
import { lastUpTo } from "../../../primitives/rising.ts";
import type { Instant, Lane } from "./mark.ts";
import { addQuote } from "./marks.ts";
import { actionFactors } from "../../../market/action-factors.ts";
import { barSessions } from "../../../market/bar-sessions.ts";
import { coarserIntervals } from "../../../market/coarser.ts";
import { coarseGroups } from "../../../market/coarse-groups.ts";
import type { RecordedInstrument, RecordedMarket, RecordedSeries } from "../../../market/recorded-market.ts";
import { barsOfGroups } from "../../../market/resample.ts";
import { grouped } from "../../../tape/view/grouped.ts";
import type { MarketTape } from "../../../tape/view/market-tape.ts";
import { firstMiddle } from "../../../tape/view/price-events.ts";
import type { Calendar } from "../../../time/calendar.ts";
import { calendarOf } from "../../../time/calendars/catalog.ts";
import { type Interval, INTERVALS } from "../../../time/interval.ts";
import { ActionLane, actionsAtFirstPrices, type TimedAction } from "./lanes/action-lane.ts";
import { BarLane, BuiltBarLane } from "./lanes/bar-lane.ts";
import { StatusLane } from "./lanes/status-lane.ts";

/** Recorded bids and asks, from the first moment on at which a price of the instrument is known. */
class QuoteLane implements Lane {
  readonly #symbol: string;
  readonly #time: Column;
  #row: number;

  constructor(symbol: string, time: Column, known: number, after: number) {
    this.#symbol = symbol;
    this.#time = time;
    this.#row = lastUpTo(time, after, -1) + 1;
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
    const series = grouped(market.series, ({ symbol }) => symbol);
    const quotes = grouped(market.quotes, ({ symbol }) => symbol);
    const dated = grouped(market.actions, ({ symbol }) => symbol);
    let end = -Infinity;
    for (const instrument of market.instruments) {
      const { symbol } = instrument;
      const calendar = calendarOf(instrument.calendar, market.calendars);
      const own = (series.get(symbol) ?? [])
        .filter(({ bars }) => bars.length > 0)
        .toSorted((a, b) => orderOf(a.bars.interval) - orderOf(b.bars.interval));
      this.#recorded.set(symbol, { instrument, calendar, series: own });
      const quoted = quotes.get(symbol)?.[0];
      let first = quoted === undefined ? Infinity : firstMiddle(quoted);
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
