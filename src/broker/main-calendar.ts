/** Days without a session after which an instrument no longer counts. */
const GONE_DAYS = 7;

/**
 * The main calendar of an account, at whose session closes cash earns interest. This is the calendar of most
 * instruments that closed a session within the last week, or on a tie that of the first instrument. Only past sessions
 * count.
 */
export class MainCalendar {
  /** Index of each instrument's calendar. */
  readonly #calendars: Int32Array;
  /** Number of instruments that follow each calendar, at the last count. */
  readonly #counts: Int32Array;

  /** Determines the main calendar of instruments from the names of their calendars. */
  constructor(names: readonly string[]) {
    const known = [...new Set(names)];
    this.#calendars = Int32Array.from(names, (name) => known.indexOf(name));
    this.#counts = new Int32Array(known.length);
  }

  /**
   * Whether one of the sessions that close belongs to the main calendar. `days` returns the days since an instrument's
   * previous close, or a negative number before its first close.
   */
  includesMain(closing: readonly { readonly index: number }[], days: (index: number) => number): boolean {
    const calendars = this.#calendars;
    const counts = this.#counts;
    if (counts.length < 2) return true;
    counts.fill(0);
    for (let i = 0; i < calendars.length; i++) if (isRecent(days(i))) counts[calendars[i]!]!++;
    for (const { index } of closing) if (!isRecent(days(index))) counts[calendars[index]!]!++;
    const most = Math.max(...counts);
    const main = calendars.find((calendar) => counts[calendar] === most);
    return closing.some(({ index }) => calendars[index] === main);
  }
}

function isRecent(days: number): boolean {
  return days >= 0 && days <= GONE_DAYS;
}
