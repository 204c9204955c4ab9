import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import { DAY_MS } from "../time/civil-date.ts";
import type { ExecutionModel } from "./models/execution-model.ts";
import { MainCalendar } from "./main-calendar.ts";

const YEAR_DAYS = 365;

/**
 * What holding costs and earns, booked at session closes in whole days, as many as have passed since the first: interest on cash, by the sessions of the
 * account's main calendar, and borrow on what is sold short, by the sessions of its instrument. A year has 365 days.
 */
export class Carry {
  readonly #portfolio: Portfolio;
  readonly #rules: ExecutionModel;
  /** Up to when interest is booked, and for each instrument borrow: whole days from the first close, up to half a day before the last or after it. */
  #cashTime = NaN;
  #main = new MainCalendar([]);
  readonly #borrowTimes: Float64Array;

  constructor(portfolio: Portfolio, rules: ExecutionModel) {
    this.#portfolio = portfolio;
    this.#rules = rules;
    this.#borrowTimes = new Float64Array(portfolio.positions.length).fill(NaN);
  }

  /** There is something to book at all. */
  get applies(): boolean {
    const { debitRate, creditRate, borrowRate } = this.#rules.costs;
    return debitRate > 0 || creditRate > 0 || borrowRate > 0;
  }

  /** Says by which calendar each instrument trades; without it all trade by one. */
  tradesBy(calendars: readonly string[]): void {
    this.#main = new MainCalendar(calendars);
  }

  sessionsClosed(closing: readonly Feed[], time: number): void {
    const { debitRate, creditRate, borrowRate } = this.#rules.costs;
    const { cash } = this.#portfolio;
    const isMain = this.#main.closes(closing, (index) => daysBetween(this.#borrowTimes[index]!, time));
    const days = isMain ? daysBetween(this.#cashTime, time) : 0;
    if (days !== 0) {
      const rate = cash < 0 ? debitRate : creditRate;
      if (days > 0 && rate > 0) this.#portfolio.move("interest", time, -1, (cash * rate * days) / YEAR_DAYS);
      this.#cashTime = bookedUntil(this.#cashTime, days, time);
    }
    for (const feed of closing) {
      const since = daysBetween(this.#borrowTimes[feed.index]!, time);
      if (since === 0) continue;
      this.#borrowTimes[feed.index] = bookedUntil(this.#borrowTimes[feed.index]!, since, time);
      const { quantity, multiplier } = this.#portfolio.positions[feed.index]!;
      if (since < 0 || quantity >= 0 || borrowRate === 0) continue;
      const worth = quantity * feed.last * multiplier;
      this.#portfolio.move("borrow", time, feed.index, (worth * borrowRate * since) / YEAR_DAYS);
    }
  }

  snapshot() {
    return { cashTime: this.#cashTime, borrowTimes: [...this.#borrowTimes] };
  }

  restore(state: ReturnType<Carry["snapshot"]>): void {
    this.#cashTime = state.cashTime;
    this.#borrowTimes.set(state.borrowTimes);
  }
}

/** Whole days, rounded, from where was booked last up to a close; -1 when there was none before. */
function daysBetween(from: number, to: number): number {
  return Number.isNaN(from) ? -1 : Math.round((to - from) / DAY_MS);
}

/** Where booking so many days leads. Not to the close itself: what rounding added or left would never be made up for. */
function bookedUntil(from: number, days: number, close: number): number {
  return days < 0 ? close : from + days * DAY_MS;
}
