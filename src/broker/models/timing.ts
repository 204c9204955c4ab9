import type { Order } from "../order.ts";
import type { LiquidityChoices } from "./liquidity.ts";

/** Where a market order fills that is decided at a close. */
export const marketFills = {
  "next-open": { atEnd: false, atDecision: false, tooKind: "" },
  "next-close": { atEnd: true, atDecision: false, tooKind: "" },
  "same-close": { atEnd: false, atDecision: true, tooKind: "orders fill at the very close that decided them" },
} as const;

/** When fills are booked: as they happen, or when their bar closes, market orders still at its open. */
export const bookings = { "price-event": { late: false }, "bar-close": { late: true } } as const;

/** What becomes of what is held when a run ends. */
export const endings = {
  mark: { closes: false, atOpen: false },
  finalize: { closes: true, atOpen: false },
  "finalize-at-open": { closes: true, atOpen: true },
} as const;

/**
 * What a bar that closes shows an order: nothing, since it had the open; its end alone; its open; all of it; or the close before it, where orders are
 * decided and filled at one close, and booked when the bar after it closes.
 */
export const SHOWN = { nothing: 0, end: 1, open: 2, all: 3, before: 4 } as const;

/** The settings that choose this part. */
export interface TimingChoices extends Pick<LiquidityChoices, "restingSee"> {
  readonly fillAt: keyof typeof marketFills;
  readonly bookAt: keyof typeof bookings;
  readonly latencyMs: number;
  readonly atEnd: keyof typeof endings;
}

/** When orders may fill and are booked, and what a closing bar shows them. */
export class Timing {
  readonly #latencyMs: number;
  readonly #seesBars: boolean;
  readonly #marketAtEnd: boolean;
  readonly #atDecision: boolean;
  /** In words: what nobody could have had; empty for nothing. */
  readonly tooKind: string;
  readonly #late: boolean;
  readonly #ending: (typeof endings)[keyof typeof endings];

  constructor({ fillAt, bookAt, restingSee, latencyMs, atEnd }: TimingChoices) {
    this.#latencyMs = latencyMs;
    this.#seesBars = restingSee === "bar";
    this.#marketAtEnd = marketFills[fillAt].atEnd;
    this.#atDecision = marketFills[fillAt].atDecision;
    this.tooKind = marketFills[fillAt].tooKind;
    this.#late = bookings[bookAt].late;
    this.#ending = endings[atEnd];
  }

  /** When an order reaches the market that is given at a moment. */
  eligibleAt(time: number): number {
    return time + this.#latencyMs;
  }

  /** Whether what is held is closed when a run ends, and whether at the open of its last bar. */
  closesAtEnd(): boolean {
    return this.#ending.closes;
  }

  endsAtOpen(): boolean {
    return this.#ending.atOpen;
  }

  /** Whether who decides on a fill at the close of a bar knows that bar; `isEnd` at the end of a run. */
  knowsFillBar(isEnd: boolean): boolean {
    return this.#atDecision || (isEnd && this.#ending.closes && !this.#ending.atOpen);
  }

  /** Whether a closing bar shows all of itself to orders that rest; else its end alone. */
  seesBars(): boolean {
    return this.#seesBars;
  }

  /** Whether market orders fill at the ends of bars, not at opens. */
  marketsAtEnd(): boolean {
    return this.#marketAtEnd;
  }

  /** Whether everything fills when its bar closes. */
  booksLate(): boolean {
    return this.#late;
  }

  /** What the bar that just closed shows an order that may meet it: one of `SHOWN`. */
  shown({ type, insideBar, feed }: Order): number {
    const { closed, quotes } = feed;
    if (insideBar === closed || !this.#seesBars || (this.#marketAtEnd && type.immediate) || quotes !== undefined)
      return SHOWN.end;
    if (!this.#late) return type.immediate ? SHOWN.nothing : SHOWN.all;
    if (this.#atDecision && closed > 0) return SHOWN.before;
    return type.immediate ? SHOWN.open : SHOWN.all;
  }

  /** Whether an order takes an open as that becomes known. */
  takesOpen({ type }: Order): boolean {
    return type.immediate && !this.#marketAtEnd && !this.#late;
  }

  /** Whether orders are decided and filled at one close, and booked when the bar after it closes. */
  fillsBefore(): boolean {
    return this.#late && this.#atDecision;
  }

  /** Whether orders may fill as they are given. */
  fillsAsGiven(): boolean {
    return this.#atDecision;
  }

  /** Whether an order that is given at a moment fills there, at the very close at which it was decided. */
  fillsAtDecision({ type, feed, sign, firstBar }: Order, time: number): boolean {
    if (!this.#atDecision || this.#late || !type.immediate || firstBar > feed.closed) return false;
    return feed.closeTime[feed.closed] === time && !Number.isNaN(feed.closeFor(sign));
  }
}
