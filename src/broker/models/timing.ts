import type { Order } from "../order.ts";
import type { LiquidityChoices } from "./liquidity.ts";

/** Times at which a market order submitted at a close fills, by the setting's value. */
export const marketFills = {
  "next-open": { atEnd: false, atDecision: false, tooKind: "" },
  "next-close": { atEnd: true, atDecision: false, tooKind: "" },
  "same-close": {
    atEnd: false,
    atDecision: true,
    tooKind: "orders fill at the very close at which they were submitted",
  },
} as const;

/**
 * Times at which fills are booked, by the setting's value: when they happen, or when their bar closes. Late booking
 * does not change the price of a fill at the open.
 */
export const bookings = { "price-event": { late: false }, "bar-close": { late: true } } as const;

/** Rules for positions at the end of a run, by the setting's value. */
export const endings = {
  mark: { closes: false, atOpen: false },
  finalize: { closes: true, atOpen: false },
  "finalize-at-open": { closes: true, atOpen: true },
} as const;

/**
 * Prices of a closing bar that an order can see. `nothing`: none, since market orders match at opens. `close`, `open`
 * or `all`: those of the bar. `previousClose`: the close before the bar, for orders that fill at the close of
 * submission and are booked one bar later.
 */
export const VISIBLE = { nothing: 0, close: 1, open: 2, all: 3, previousClose: 4 } as const;

/** Settings that select the timing rules. */
export interface TimingChoices extends Pick<LiquidityChoices, "restingSee"> {
  readonly fillAt: keyof typeof marketFills;
  readonly bookAt: keyof typeof bookings;
  readonly latencyMs: number;
  readonly atEnd: keyof typeof endings;
}

/**
 * Timing rules of a run: when orders may fill, when fills are booked, and which prices of a closing bar orders can see.
 */
export class Timing {
  readonly #latencyMs: number;
  readonly #seesBars: boolean;
  readonly #marketAtClose: boolean;
  readonly #atDecision: boolean;
  /** Text that says why the rule is unrealistic, or an empty text if it is realistic. */
  readonly unrealistic: string;
  readonly #atBarClose: boolean;
  readonly #ending: (typeof endings)[keyof typeof endings];

  constructor({ fillAt, bookAt, restingSee, latencyMs, atEnd }: TimingChoices) {
    this.#latencyMs = latencyMs;
    this.#seesBars = restingSee === "bar";
    this.#marketAtClose = marketFills[fillAt].atEnd;
    this.#atDecision = marketFills[fillAt].atDecision;
    this.unrealistic = marketFills[fillAt].tooKind;
    this.#atBarClose = bookings[bookAt].late;
    this.#ending = endings[atEnd];
  }

  /** Returns the time at which an order submitted at `time` reaches the market. */
  eligibleAt(time: number): number {
    return time + this.#latencyMs;
  }

  /**
   * Whether positions are closed at the end of a run. `endsAtOpen` says whether they close at the open of the last bar.
   */
  closesAtEnd(): boolean {
    return this.#ending.closes;
  }

  endsAtOpen(): boolean {
    return this.#ending.atOpen;
  }

  /**
   * Whether an order that fills at the close of a bar was submitted with knowledge of that bar. `isEnd` is true at the
   * end of a run.
   */
  knowsFillBar(isEnd: boolean): boolean {
    return this.#atDecision || (isEnd && this.#ending.closes && !this.#ending.atOpen);
  }

  /** Whether a resting order sees all prices of a closing bar. Otherwise it sees only the close. */
  seesBars(): boolean {
    return this.#seesBars;
  }

  /** Whether fills are booked when their bar closes. */
  booksAtBarClose(): boolean {
    return this.#atBarClose;
  }

  /** Returns which prices of the bar that just closed a working order sees: a value of `VISIBLE`. */
  visibleTo({ type, insideBar, feed }: Order): number {
    const { closed, quotes } = feed;
    if (insideBar === closed || !this.#seesBars || (this.#marketAtClose && type.immediate) || quotes !== undefined)
      return VISIBLE.close;
    if (!this.#atBarClose) return type.immediate ? VISIBLE.nothing : VISIBLE.all;
    if (this.#atDecision && closed > 0) return VISIBLE.previousClose;
    return type.immediate ? VISIBLE.open : VISIBLE.all;
  }

  /** Whether an order fills at an open as soon as that open is known. */
  fillsAtOpen({ type }: Order): boolean {
    return type.immediate && !this.#marketAtClose && !this.#atBarClose;
  }

  /** Whether orders may fill at the moment of submission. */
  mayFillAtSubmission(): boolean {
    return this.#atDecision;
  }

  /** Whether an order submitted at `time` fills at that moment, at the close at which it was submitted. */
  fillsAtDecision({ type, feed, sign, firstBar }: Order, time: number): boolean {
    if (!this.#atDecision || this.#atBarClose || !type.immediate || firstBar > feed.closed) return false;
    return feed.closeTime[feed.closed] === time && !Number.isNaN(feed.closeFor(sign));
  }
}
