import type { Broker } from "../broker/broker.ts";
import { Execution } from "../ledger/execution.ts";
import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import { barSessions } from "../market/bar-sessions.ts";
import { daysOf } from "../market/every-day.ts";
import type { OptionTerms } from "../market/instrument.ts";
import { HindcastError } from "../primitives/errors.ts";
import type { RunSeries } from "./run-series.ts";

/** More days than any market was closed in a row in our time. */
const LONGEST_CLOSURE = 31;

interface Expiry {
  readonly time: number;
  readonly feed: Feed;
  readonly underlying: Feed;
  readonly terms: OptionTerms;
}

/**
 * The options of a run, each settled once: at the close of its underlying's session on the day of its expiration (or of the last one before it),
 * for what exercising it there is worth, and nothing when that is nothing. Its open orders end with it.
 */
export class ExpiryQueue {
  readonly #due: readonly Expiry[];
  readonly #portfolio: Portfolio;
  readonly #broker: Broker;
  #next = 0;
  /** When the next one expires; Infinity when none does. */
  nextTime: number;

  constructor(series: readonly RunSeries[], feeds: readonly Feed[], portfolio: Portfolio, broker: Broker) {
    this.#due = series
      .flatMap((one, place) => expiryOf(one, feeds[place]!, series, feeds))
      .toSorted((a, b) => a.time - b.time || a.feed.index - b.feed.index);
    this.#portfolio = portfolio;
    this.#broker = broker;
    this.nextTime = this.#due[0]?.time ?? Infinity;
  }

  /** Settles everything that has expired by now. */
  settle(time: number): void {
    while (this.nextTime <= time) {
      const { feed, underlying, terms } = this.#due[this.#next++]!;
      feed.expired = true;
      this.#broker.expire(feed);
      const { right, strike } = terms;
      this.#pay(feed, Math.max(0, right * (underlying.last - strike)), time);
      this.nextTime = this.#due[this.#next]?.time ?? Infinity;
    }
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
    this.#due.forEach(({ feed }, i) => (feed.expired = i < next));
    this.nextTime = this.#due[next]?.time ?? Infinity;
  }
}

function expiryOf(
  { instrument }: RunSeries,
  feed: Feed,
  series: readonly RunSeries[],
  feeds: readonly Feed[],
): readonly Expiry[] {
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
  return time === undefined ? [] : [{ time, feed, underlying: feeds[place]!, terms: option }];
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
