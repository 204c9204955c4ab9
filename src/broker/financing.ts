import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import { DAY_MS } from "../time/civil-date.ts";
import type { ExecutionModel } from "./models/execution-model.ts";
import { MainCalendar } from "./main-calendar.ts";

const YEAR_DAYS = 365;

/**
 * Books interest and borrow fees at session closes, for whole days since the first close. Interest on cash follows the
 * sessions of the account's main calendar, and borrow fees follow those of the borrowed instrument. A year has 365
 * days.
 */
export class Financing {
  readonly #portfolio: Portfolio;
  readonly #rules: ExecutionModel;
  /**
   * Time up to which interest is booked, and times of borrow fees for each instrument. Each is a whole number of days
   * after the first close, within half a day of the last close.
   */
  #cashTime = NaN;
  #main = new MainCalendar([]);
  readonly #borrowTimes: Float64Array;

  constructor(portfolio: Portfolio, rules: ExecutionModel) {
    this.#portfolio = portfolio;
    this.#rules = rules;
    this.#borrowTimes = new Float64Array(portfolio.positions.length).fill(NaN);
  }

  /** Whether the settings have any rate above 0. */
  get applies(): boolean {
    const { debitRate, creditRate, borrowRate } = this.#rules.costs;
    return debitRate > 0 || creditRate > 0 || borrowRate > 0;
  }

  /** Sets the calendar of each instrument. Without calendars, all instruments share one main calendar. */
  setCalendars(calendars: readonly string[]): void {
    this.#main = new MainCalendar(calendars);
  }

  sessionsClosed(closing: readonly Feed[], time: number): void {
    const { debitRate, creditRate, borrowRate } = this.#rules.costs;
    const { cash } = this.#portfolio;
    const isMain = this.#main.includesMain(closing, (index) => daysBetween(this.#borrowTimes[index]!, time));
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

  restore(state: ReturnType<Financing["snapshot"]>): void {
    this.#cashTime = state.cashTime;
    this.#borrowTimes.set(state.borrowTimes);
  }
}

/** Returns the rounded number of days from the last booking to a close, or -1 if nothing was booked before. */
function daysBetween(from: number, to: number): number {
  return Number.isNaN(from) ? -1 : Math.round((to - from) / DAY_MS);
}

/** Returns the time up to which `days` are booked. It differs from the close, so that rounding errors do not add up. */
function bookedUntil(from: number, days: number, close: number): number {
  return days < 0 ? close : from + days * DAY_MS;
}
