import type { Broker } from "../broker/broker.ts";
import { REASON } from "../broker/order-codes.ts";
import { Execution } from "../ledger/execution.ts";
import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import { barsEnded, endingsOf, type Ending, gapsOf } from "./endings.ts";
import type { MarketSeries } from "./market-series.ts";

/**
 * What ends while time goes on, each settled once in cash, its open orders canceled. Options end at the close of their underlying's session on the day
 * of their expiration (or of the last one before it), for what exercising them there is worth; dated contracts at the close of their last day, at their
 * last price; delisted instruments at the close of the last session before their ex-date, for the price that is declared, else their last. With
 * `barsEnd: "settle"` so does what has had no bar for 31 days: when those are over nothing later is known, and it is tradable again if bars come.
 */
export class ExpiryQueue {
  readonly #due: readonly Ending[];
  readonly #series: readonly MarketSeries[];
  readonly #feeds: readonly Feed[];
  readonly #portfolio: Portfolio;
  readonly #broker: Broker;
  readonly #settles: boolean;
  #next = 0;
  /** When the next one ends; Infinity when none does. */
  nextTime: number;

  constructor(
    series: readonly MarketSeries[],
    feeds: readonly Feed[],
    portfolio: Portfolio,
    broker: Broker,
    settles = false,
  ) {
    const gaps = settles ? series.flatMap(gapsOf) : [];
    this.#due = [...endingsOf(series), ...gaps].toSorted((a, b) => a.time - b.time || a.place - b.place);
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
   * is settled. Returns those instruments.
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
      // A bar that has opened meanwhile is one.
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
    for (const [i, { place, reason }] of this.#due.entries())
      if (reason !== "bars_ended" && reason !== "") this.#feeds[place]!.ended = i < next ? reason : "";
    this.nextTime = this.#due[next]?.time ?? Infinity;
  }
}
