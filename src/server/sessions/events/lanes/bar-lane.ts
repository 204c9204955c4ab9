import type { Column } from "../../../../primitives/column.ts";
import { lastUpTo } from "../../../../primitives/rising.ts";
import { BarMark, type ToldBars } from "../bar-mark.ts";
import type { Instant, Lane } from "../mark.ts";
import { addQuote } from "../marks.ts";

/** When the bars of a series open and are complete, epoch milliseconds. */
export interface BarTimes {
  readonly openTime: Column;
  readonly closeTime: Column;
}

/** Recorded bars: a price at the open of each, a price and the bar at its close. */
export class BarLane implements Lane {
  readonly #told: ToldBars;
  readonly #times: BarTimes;
  #opened: number;
  #closed: number;

  /** Begins with what happens after a moment. */
  constructor(told: ToldBars, times: BarTimes, after: number) {
    this.#told = told;
    this.#times = times;
    this.#opened = lastUpTo(times.openTime, after, -1) + 1;
    this.#closed = lastUpTo(times.closeTime, after, -1) + 1;
  }

  get next(): number {
    const { openTime, closeTime } = this.#times;
    return Math.min(openTime[this.#opened] ?? Infinity, closeTime[this.#closed] ?? Infinity);
  }

  take(instant: Instant): void {
    const { openTime, closeTime } = this.#times;
    const { time, closes, opens } = instant;
    const { symbol } = this.#told.instrument;
    while (closeTime[this.#closed] === time) {
      addQuote(closes, instant, 1, symbol);
      closes.push(new BarMark(time, this.#told, this.#closed++));
    }
    for (; openTime[this.#opened] === time; this.#opened++) addQuote(opens, instant, 7, symbol);
  }
}

/** Bars that are built from finer ones: each is told when it is complete. Their prices are those of the finer ones, which are told already. */
export class BuiltBarLane implements Lane {
  readonly #told: ToldBars;
  readonly #closeTime: Column;
  #closed: number;

  constructor(told: ToldBars, closeTime: Column, after: number) {
    this.#told = told;
    this.#closeTime = closeTime;
    this.#closed = lastUpTo(closeTime, after, -1) + 1;
  }

  get next(): number {
    return this.#closeTime[this.#closed] ?? Infinity;
  }

  take({ time, closes }: Instant): void {
    while (this.#closeTime[this.#closed] === time) closes.push(new BarMark(time, this.#told, this.#closed++));
  }
}
