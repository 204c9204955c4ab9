import { lastAtOrBefore } from "../../primitives/sorted-search.ts";
import type { Calendar, SessionColumns } from "../../time/calendar.ts";
import { DAY_MS, daysOfDate } from "../../time/civil-date.ts";

/** Number of days before and after a requested day for which sessions are fetched together. */
const MARGIN = 400;
const FIRST_DAY = daysOfDate(2, 1, 1);
const LAST_DAY = daysOfDate(9997, 12, 31);

/**
 * Maps instants to sessions of a calendar. Closures are applied even before their announcement, which is safe for past trades: nothing trades in a
 * canceled session. For future sessions, use the calendar with the time of the request.
 */
export class SessionDays {
  readonly calendar: Calendar;
  #sessions: SessionColumns | undefined;
  #from = 0;
  #to = 0;
  #openHint = -1;
  #sessionHint = -1;

  constructor(calendar: Calendar) {
    this.calendar = calendar;
  }

  /** Returns the date of the last session whose regular open is at or before an instant, in days since 1970-01-01. */
  lastOpenedSession(instant: number): number {
    const { open, date } = this.#sessionsAround(instant);
    this.#openHint = lastAtOrBefore(open, instant, this.#openHint);
    return this.#openHint < 0 ? dayOf(instant) : date[this.#openHint]!;
  }

  /** Returns the date of the session to which trades at an instant belong. A session lasts from its pre-market until the next pre-market. */
  of(instant: number): number {
    const { preOpen, date } = this.#sessionsAround(instant);
    this.#sessionHint = lastAtOrBefore(preOpen, instant, this.#sessionHint);
    return this.#sessionHint < 0 ? dayOf(instant) : date[this.#sessionHint]!;
  }

  /** Whether an instant is in the regular hours of a session. */
  isRegular(instant: number): boolean {
    const { preOpen, open, close } = this.#sessionsAround(instant);
    this.#sessionHint = lastAtOrBefore(preOpen, instant, this.#sessionHint);
    return this.#sessionHint < 0 || (instant >= open[this.#sessionHint]! && instant < close[this.#sessionHint]!);
  }

  #sessionsAround(instant: number): SessionColumns {
    const day = dayOf(instant);
    if (this.#sessions !== undefined && day - MARGIN / 2 >= this.#from && day + MARGIN / 2 <= this.#to) {
      return this.#sessions;
    }
    const none = this.#sessions === undefined;
    this.#from = Math.max(FIRST_DAY, Math.min(day - MARGIN, none ? day : this.#from));
    this.#to = Math.min(LAST_DAY, Math.max(day + MARGIN, none ? day : this.#to));
    this.#sessions = this.calendar.sessions(this.#from, this.#to);
    this.#openHint = -1;
    this.#sessionHint = -1;
    return this.#sessions;
  }
}

function dayOf(instant: number): number {
  return Math.floor(instant / DAY_MS);
}
