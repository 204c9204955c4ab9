import type { Broker } from "../broker/broker.ts";
import { REASON } from "../broker/order-codes.ts";
import { Execution } from "../ledger/execution.ts";
import type { Portfolio } from "../ledger/portfolio.ts";
import { barSessions } from "../market/bar-sessions.ts";
import { seriesCalendar } from "../market/default-calendar.ts";
import { endAtStart, type Feed, type InstrumentEnd } from "../market/feed.ts";
import { isTraded } from "../market/instrument.ts";
import { HindcastError } from "../primitives/errors.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { formatDate } from "../time/instant.ts";
import { endOfNamed } from "../time/named-time.ts";
import type { MarketSeries } from "./market-series.ts";

/** Longest closure of a market in days: in modern times no market was closed for longer. */
const LONGEST_CLOSURE = 31;

/** Longest weekend. Without a calendar, a longer time without a bar means that the bars have ended. */
const LONG_WEEKEND = 4 * DAY_MS;

/** Function that returns the last price of the series at an index in the run. */
type LastPrice = (place: number) => number;

/** End of an instrument, or of the bars of an instrument. */
export interface Ending {
  readonly time: number;
  /** Index of the instrument's series in the run. */
  readonly place: number;
  readonly reason: InstrumentEnd | "bars_ended";
  /** Returns the price at which one unit is settled. */
  readonly price: (last: LastPrice) => number;
}

/**
 * Returns the known ends of traded instruments of a run, in the sequence of their series: expirations and delistings.
 */
export function endingsOf(series: readonly MarketSeries[]): readonly Ending[] {
  return series.flatMap((one, place) =>
    isTraded(one.instrument) ? [...expiryOf(one, place, series), ...endOf(one, place)] : [],
  );
}

function expiryOf({ instrument }: MarketSeries, place: number, series: readonly MarketSeries[]): readonly Ending[] {
  const { option, symbol } = instrument;
  if (option === undefined) return [];
  const underlying = series.findIndex((one) => one.instrument.symbol === option.underlying);
  if (underlying < 0) {
    throw new HindcastError(
      "SYMBOL_UNKNOWN",
      `${symbol} is an option on ${option.underlying}, whose bars the run must have`,
      {
        symbol,
        underlying: option.underlying,
      },
    );
  }
  const time = sessionEnd(series[underlying]!, option.expiration);
  const { right, strike } = option;
  const price = (last: LastPrice) => Math.max(0, right * (last(underlying) - strike));
  return time === undefined ? [] : [{ time, place, reason: "expired_instrument", price }];
}

/** Returns the end of a dated contract, and the end of a listing. */
function endOf(series: MarketSeries, place: number): readonly Ending[] {
  const { delisting, instrument } = series;
  const { expiration } = instrument;
  const ends: Ending[] = [];
  if (expiration !== undefined)
    ends.push({
      time: lastClose(series, expiration),
      place,
      reason: "expired_instrument",
      price: (last) => last(place),
    });
  if (delisting !== undefined) {
    const price = (last: LastPrice) => delisting.price ?? last(place);
    ends.push({ time: lastClose(series, delisting.exDate - 1), place, reason: "delisted", price });
  }
  return ends;
}

/**
 * Returns the close of the last session up to a day. Without a calendar this is the end of the day, if that is later.
 */
function lastClose(series: MarketSeries, day: number): number {
  const { calendar, zone } = series;
  const known = sessionEnd(series, day);
  if (known !== undefined && calendar !== undefined) return known;
  return Math.max(known ?? -Infinity, endOfNamed(formatDate(day * DAY_MS), zone ?? "UTC"));
}

/** Returns each time at which an instrument has been without a bar for 31 days. */
function gapsOf({ schedule, bars, begin, quotes, instrument }: MarketSeries, place: number): readonly Ending[] {
  if (quotes !== undefined || instrument.option !== undefined || !isTraded(instrument)) return [];
  const { openTime, closeTime } = schedule;
  const gaps: Ending[] = [];
  for (let i = begin; i < bars.length; i++) {
    const time = closeTime[i]! + LONGEST_CLOSURE * DAY_MS;
    if (!(openTime[i + 1]! <= time)) gaps.push({ time, place, reason: "bars_ended", price: (last) => last(place) });
  }
  return gaps;
}

/**
 * Returns all ends of instruments during a run, sorted by time. They are the same for all simulations of a market. With
 * `gaps` an instrument also ends after 31 days without a bar.
 */
export function endingsInTime(series: readonly MarketSeries[], gaps: boolean): readonly Ending[] {
  const all = [...endingsOf(series), ...(gaps ? series.flatMap(gapsOf) : [])];
  return all.toSorted((a, b) => a.time - b.time || a.place - b.place);
}

/**
 * Whether the bars of a series end before the run does. With a calendar, a session must have passed without a bar.
 * Without one, more than a long weekend and more than the length of a bar must have passed.
 */
export function barsEnded({ bars, schedule, calendar, quotes, instrument }: MarketSeries, end: number): boolean {
  const at = bars.length - 1;
  if (at < 0 || quotes !== undefined || instrument.option !== undefined) return false;
  const last = schedule.closeTime[at]!;
  if (last >= end) return false;
  if (calendar === undefined) return end - last > Math.max(LONG_WEEKEND, last - schedule.openTime[at]!);
  const { open, close } = calendar.sessions(Math.floor(last / DAY_MS) - 1, Math.ceil(end / DAY_MS) + 1);
  return open.some((time, i) => time >= last && close[i]! <= end);
}

/**
 * Returns the close of the session on a day, or of the last session before. Without a calendar, undefined if the
 * recording ends before that day.
 */
function sessionEnd({ bars, schedule, calendar, zone }: MarketSeries, day: number): number | undefined {
  // The calendar's day counts, with or without a bar, since it is known only later which bar is the last.
  if (calendar !== undefined) return calendar.sessions(day - LONGEST_CLOSURE, day).close.at(-1);
  const times = barSessions(bars, seriesCalendar({ bars, calendar, zone }));
  const { sessions, last } = times;
  const ends = last.length - 1;
  // Bars are sorted by session, so a binary search finds the last bar up to the day.
  let low = -1;
  let high = ends;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (sessions.date[last[middle]!]! <= day) low = middle;
    else high = middle - 1;
  }
  if (low < 0 || (low === ends && sessions.date[last[low]!]! < day)) return undefined;
  return schedule.closeTime[low]!;
}

/**
 * Queue of the ends of instruments during a run. Each instrument is settled once in cash, and its open orders are
 * canceled. Options end at exercise value, at the close of their underlying's session on the expiration date or before
 * it. Dated contracts end at the close of their last day, at their last price. Delisted instruments end at the close of
 * the last session before the ex-date, at the declared price or else the last one. With `barsEnd: "settle"`,
 * instruments without a bar for 31 days are settled too. If bars return, these can be traded again.
 */
export class ExpiryQueue {
  readonly #due: readonly Ending[];
  readonly #series: readonly MarketSeries[];
  readonly #feeds: readonly Feed[];
  readonly #portfolio: Portfolio;
  readonly #broker: Broker;
  readonly #settles: boolean;
  #next = 0;
  /** Time of the next end, or Infinity if none is left. */
  nextTime: number;

  constructor(
    due: readonly Ending[],
    series: readonly MarketSeries[],
    feeds: readonly Feed[],
    portfolio: Portfolio,
    broker: Broker,
    settles: boolean,
  ) {
    this.#due = due;
    this.#series = series;
    this.#feeds = feeds;
    this.#portfolio = portfolio;
    this.#broker = broker;
    this.#settles = settles;
    this.nextTime = this.#due[0]?.time ?? Infinity;
  }

  /** Settles all instruments that have ended by `time`. */
  settle(time: number): void {
    while (this.nextTime <= time) {
      this.#end(this.#due[this.#next++]!, time);
      this.nextTime = this.#due[this.#next]?.time ?? Infinity;
    }
  }

  /**
   * At the end of the run, ends instruments whose bars ended earlier, since no further bar is known. Cancels their open
   * orders and, with `barsEnd: "settle"`, settles their positions. Returns these instruments.
   */
  endBars(end: number, time: number): readonly Feed[] {
    const ended = this.#feeds.filter((feed, place) => feed.ended === "" && barsEnded(this.#series[place]!, end));
    for (const feed of ended) {
      this.#broker.expire(feed, REASON.bars_ended);
      if (this.#settles) this.#pay(feed, feed.last, time);
    }
    return ended;
  }

  #end({ place, reason, price }: Ending, time: number): void {
    const feed = this.#feeds[place]!;
    if (reason === "bars_ended") {
      // If a bar has opened in the meantime, the gap is over.
      if (feed.ended !== "" || feed.opened > feed.closed) return;
    } else if (reason !== "") feed.ended = reason;
    this.#broker.expire(feed, REASON[reason]);
    this.#pay(feed, price(this.#last), time);
  }

  readonly #last = (place: number): number => this.#feeds[place]!.last;

  #pay(feed: Feed, price: number, time: number): void {
    const position = this.#portfolio.positions[feed.index]!;
    if (position.quantity === 0) return;
    const execution = new Execution(position);
    execution.sign = position.quantity > 0 ? -1 : 1;
    execution.quantity = Math.abs(position.quantity);
    execution.price = price;
    execution.value = this.#portfolio.money.round(price * execution.quantity * position.multiplier);
    execution.commission = 0;
    execution.slippage = 0;
    execution.time = time;
    execution.bar = Math.max(0, feed.closed);
    this.#portfolio.settle("settlement", execution);
  }

  snapshot(): number {
    return this.#next;
  }

  restore(next: number): void {
    this.#next = next;
    for (const feed of this.#feeds) feed.ended = endAtStart(feed.instrument);
    for (const { place, reason } of this.#due.slice(0, next))
      if (reason !== "bars_ended") this.#feeds[place]!.ended = reason;
    this.nextTime = this.#due[next]?.time ?? Infinity;
  }
}
