import type { Broker } from "../broker/broker.ts";
import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import type { MarketSeries } from "./market-series.ts";
import type { DueAction } from "./series-actions.ts";

/** The splits and dividends of all instruments, each met once, at the moment at which its session opens. */
export class ActionQueue {
  readonly #due: readonly (DueAction & { readonly feed: Feed })[];
  readonly #portfolio: Portfolio;
  readonly #broker: Broker;
  readonly #paysDividends: boolean;
  #next = 0;
  /** Instruments whose last close is stated in units of before a split. */
  #scaled: Feed[] = [];
  /** When the next one is due; Infinity when there is none. */
  nextTime: number;

  constructor(
    series: readonly MarketSeries[],
    feeds: readonly Feed[],
    portfolio: Portfolio,
    broker: Broker,
    start: number,
    paysDividends: boolean,
  ) {
    this.#due = series
      .flatMap(({ actions }, place) => actions.map((action) => ({ ...action, feed: feeds[place]! })))
      .filter(({ time }) => time > start)
      .toSorted((a, b) => a.time - b.time || a.feed.index - b.feed.index);
    this.#portfolio = portfolio;
    this.#broker = broker;
    this.#paysDividends = paysDividends;
    this.nextTime = this.#due[0]?.time ?? Infinity;
  }

  /** Some instrument's last close is stated in units of before a split. */
  get scaled(): boolean {
    return this.#scaled.length > 0;
  }

  /** Books everything that is due by now. */
  meet(time: number): void {
    while (this.nextTime <= time) {
      const { feed, kind, ratio, cash } = this.#due[this.#next++]!;
      if (kind === "split") this.#split(feed, ratio, time);
      else if (this.#paysDividends) this.#pay(feed, cash, time);
      this.nextTime = this.#due[this.#next]?.time ?? Infinity;
    }
  }

  /** From the first price after a split on, the last price is in the new units by itself. */
  opened(opening: readonly Feed[]): void {
    if (this.#scaled.length === 0) return;
    this.#scaled = this.#scaled.filter((feed) => {
      if (!opening.includes(feed)) return true;
      feed.restated = false;
      return false;
    });
  }

  #split(feed: Feed, ratio: number, time: number): void {
    feed.split(ratio);
    if (!this.#scaled.includes(feed)) this.#scaled.push(feed);
    this.#portfolio.split(feed.index, ratio, feed.last, time, feed.closed + 1);
    this.#broker.split(feed, ratio);
  }

  /** Who is long is paid, who is short pays. */
  #pay(feed: Feed, cash: number, time: number): void {
    const { quantity, multiplier } = this.#portfolio.positions[feed.index]!;
    if (quantity !== 0) this.#portfolio.move("dividend", time, feed.index, quantity * cash * multiplier, cash);
  }

  snapshot(): { readonly next: number; readonly scaled: readonly number[] } {
    return { next: this.#next, scaled: this.#scaled.map(({ index }) => index) };
  }

  restore(state: ReturnType<ActionQueue["snapshot"]>, feeds: readonly Feed[]): void {
    this.#next = state.next;
    this.#scaled = state.scaled.map((index) => feeds[index]!);
    this.nextTime = this.#due[this.#next]?.time ?? Infinity;
  }
}
