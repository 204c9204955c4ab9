import type { Broker } from "../broker/broker.ts";
import { REASON } from "../broker/order-codes.ts";
import { Execution } from "../ledger/execution.ts";
import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed, InstrumentEnd } from "../market/feed.ts";
import { barSessions } from "../market/bar-sessions.ts";
import { daysOf } from "../market/every-day.ts";
import { HindcastError } from "../primitives/errors.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { endOfNamed } from "../time/end-of-named.ts";
import { formatDate } from "../time/instant.ts";
import type { RunSeries } from "./run-series.ts";

/** More days than any market was closed in a row in our time. */
const LONGEST_CLOSURE = 31;

/** The longest weekend: without a calendar, bars that are missing for longer have ended. */
const LONG_WEEKEND = 4 * DAY_MS;

/** An instrument ends, or is taken to have no more bars. */
interface Ending {
  readonly time: number;
  readonly feed: Feed;
  readonly reason: InstrumentEnd | "bars_ended";
  /** What one unit is settled for. */
  readonly price: () => number;
}

/**
 * What ends while a run goes on, each settled once in cash, its open orders canceled. Options end at the close of their underlying's session on the day
 * of their expiration (or of the last one before it), for what exercising them there is worth; dated contracts at the close of their last day, at their
 * last price; delisted instruments at the close of the last session before their ex-date, for the price that is declared, else their last. With
 * `barsEnd: "settle"` so does what has had no bar for 31 days: when those are over nothing later is known, and it is tradable again if bars come.
 */
export class ExpiryQueue {
  readonly #due: readonly Ending[];
  readonly #series: readonly RunSeries[];
  readonly #feeds: readonly Feed[];
  readonly #portfolio: Portfolio;
  readonly #broker: Broker;
  readonly #settles: boolean;
  #next = 0;
  /** When the next one ends; Infinity when none does. */
  nextTime: number;

  constructor(
    series: readonly RunSeries[],
    feeds: readonly Feed[],
    portfolio: Portfolio,
    broker: Broker,
    settles = false,
  ) {
    const endings = series.flatMap((one, place) => [
      ...expiryOf(one, feeds[place]!, series, feeds),
      ...endOf(one, feeds[place]!),
      ...(settles ? gapsOf(one, feeds[place]!) : []),
    ]);
    this.#due = endings.toSorted((a, b) => a.time - b.time || a.feed.index - b.feed.index);
    this.#series = series;
    this.#feeds = feeds;
    this.#portfolio = portfolio;
    this.#broker = broker;
    this.#settles = settles;
    this.nextTime = this.#due[0]?.time ?? Infinity;
  }

  /** Settles everything that has ended by now. */
  settle(time: number): void {
    while (this.nextTime <= time) {
      this.#end(this.#due[this.#next++]!, time);
      this.nextTime = this.#due[this.#next]?.time ?? Infinity;
    }
  }

  /**
   * The run is over: only now is it known of which instruments no bar will come. Their open orders end, and with `barsEnd: "settle"` what is held of them
   * is settled. Returns whether anything ended.
   */
  endBars(end: number, time: number): boolean {
    let any = false;
    this.#series.forEach((one, place) => {
      const feed = this.#feeds[place]!;
      if (feed.ended !== "" || !barsEnded(one, end)) return;
      any = true;
      this.#broker.expire(feed, REASON.bars_ended);
      if (this.#settles) this.#pay(feed, feed.last, time);
    });
    return any;
  }

  #end({ feed, reason, price }: Ending, time: number): void {
    if (reason === "bars_ended") {
      // A bar that has opened meanwhile is one.
      if (feed.ended !== "" || feed.opened > feed.closed) return;
    } else if (reason !== "") feed.ended = reason;
    this.#broker.expire(feed, REASON[reason]);
    this.#pay(feed, price(), time);
  }

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
    for (const [i, { feed, reason }] of this.#due.entries())
      if (reason !== "bars_ended" && reason !== "") feed.ended = i < next ? reason : "";
    this.nextTime = this.#due[next]?.time ?? Infinity;
  }
}

function expiryOf(
  { instrument }: RunSeries,
  feed: Feed,
  series: readonly RunSeries[],
  feeds: readonly Feed[],
): readonly Ending[] {
  const { option, symbol } = instrument;
  if (option === undefined) return [];
  const place = series.findIndex((one) => one.instrument.symbol === option.underlying);
  if (place < 0) {
    throw new HindcastError(
      "SYMBOL_UNKNOWN",
      `${symbol} is an option on ${option.underlying}, whose bars the run must have`,
      {
        symbol,
        underlying: option.underlying,
      },
    );
  }
  const time = sessionEnd(series[place]!, option.expiration);
  const { right, strike } = option;
  const price = () => Math.max(0, right * (feeds[place]!.last - strike));
  return time === undefined ? [] : [{ time, feed, reason: "expired_instrument", price }];
}

/** When a dated contract or a listing ends. */
function endOf(series: RunSeries, feed: Feed): readonly Ending[] {
  const { delisting, instrument } = series;
  const { expiration } = instrument;
  const ends: Ending[] = [];
  if (expiration !== undefined)
    ends.push({ time: lastClose(series, expiration), feed, reason: "expired_instrument", price: () => feed.last });
  if (delisting !== undefined) {
    const price = () => delisting.price ?? feed.last;
    ends.push({ time: lastClose(series, delisting.exDate - 1), feed, reason: "delisted", price });
  }
  return ends;
}

/** When the last session up to a day has closed; without a calendar when its day is over. */
function lastClose(series: RunSeries, day: number): number {
  const { calendar, zone } = series;
  const known = sessionEnd(series, day);
  if (known !== undefined && calendar !== undefined) return known;
  return Math.max(known ?? -Infinity, endOfNamed(formatDate(day * DAY_MS), zone ?? "UTC"));
}

/** Each time at which an instrument has had no bar for 31 days. */
function gapsOf({ schedule, bars, begin, quotes, instrument }: RunSeries, feed: Feed): readonly Ending[] {
  if (quotes !== undefined || instrument.option !== undefined) return [];
  const { openTime, closeTime } = schedule;
  const gaps: Ending[] = [];
  for (let i = begin; i < bars.length; i++) {
    const time = closeTime[i]! + LONGEST_CLOSURE * DAY_MS;
    if (!(openTime[i + 1]! <= time)) gaps.push({ time, feed, reason: "bars_ended", price: () => feed.last });
  }
  return gaps;
}

/**
 * Whether the bars of a series end before a run does: by its calendar a session has passed without a bar; without one more than a long weekend has, and
 * more than a bar is long.
 */
export function barsEnded({ bars, schedule, calendar, quotes, instrument }: RunSeries, end: number): boolean {
  const at = bars.length - 1;
  if (at < 0 || quotes !== undefined || instrument.option !== undefined) return false;
  const last = schedule.closeTime[at]!;
  if (last >= end) return false;
  if (calendar === undefined) return end - last > Math.max(LONG_WEEKEND, last - schedule.openTime[at]!);
  const { open, close } = calendar.sessions(Math.floor(last / DAY_MS) - 1, Math.ceil(end / DAY_MS) + 1);
  return open.some((time, i) => time >= last && close[i]! <= end);
}

/** When the session of a day closes, or the last one before it; without a calendar undefined where the recording ends before that day. */
function sessionEnd({ bars, schedule, calendar, zone }: RunSeries, day: number): number | undefined {
  // It is the calendar that has the day, with a bar or without: which bar is the last one before it is known only later.
  if (calendar !== undefined) return calendar.sessions(day - LONGEST_CLOSURE, day).close.at(-1);
  const times = barSessions(bars, daysOf({ bars, calendar, zone }));
  const { sessions, last } = times;
  const ends = last.length - 1;
  // Bars rise by their sessions, so the last one up to the day is found by halving.
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
