/** Days without a session after which an instrument counts as ended. */
const GONE_DAYS = 7;

/**
 * The account's main calendar: cash earns interest at its session closes. It is the calendar of most instruments that closed a session
 * within the last week; on a tie, that of the first instrument. Depends on past sessions only.
 */
export class MainCalendar {
  /** Number of the calendar of each instrument. */
  readonly #calendars: Int32Array;
  /** Number of instruments for each calendar at the last count. */
  readonly #counts: Int32Array;

  /** Creates the calendar from the calendar name of each instrument. */
  constructor(names: readonly string[]) {
    const known = [...new Set(names)];
    this.#calendars = Int32Array.from(names, (name) => known.indexOf(name));
    this.#counts = new Int32Array(known.length);
  }

  /**
   * Whether one of the closing sessions belongs to the main calendar. `days` returns the days since the previous close of an instrument;
   * negative before its first.
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
