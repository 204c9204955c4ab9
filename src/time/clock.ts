import { HindcastError } from "../primitives/errors.ts";
import { formatInstant } from "./instant.ts";

/** Source of the current time: real time, or the simulated time of a replay. */
export interface Clock {
  /** Returns the current time in epoch milliseconds. */
  now(): number;
}

/**
 * A simulated clock. It moves only when `set` or `advance` is called, and only forward, so that visible data stays visible.
 * Throws `DATE_INVALID` for an invalid instant and for an instant before the clock's current time.
 *
 * @example
 * const clock = new SimulatedClock(Date.UTC(2020, 1, 28, 14, 30));
 * clock.advance(60_000);
 * clock.now(); // 2020-02-28T14:31Z
 */
export class SimulatedClock implements Clock {
  #now: number;

  constructor(start: number) {
    formatInstant(start);
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  /** Moves the clock to an instant at or after its current time. */
  set(instant: number): void {
    const text = formatInstant(instant);
    if (instant < this.#now) {
      throw new HindcastError(
        "DATE_INVALID",
        `time of a clock must be at or after ${formatInstant(this.#now)}, its current time, was ${text}`,
        { now: this.#now, instant },
      );
    }
    this.#now = instant;
  }

  /** Moves the clock forward by a number of milliseconds. */
  advance(milliseconds: number): void {
    this.set(this.#now + milliseconds);
  }
}
