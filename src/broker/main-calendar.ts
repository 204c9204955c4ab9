/** Days without a session's close after which an instrument counts no more: it has ended. */
const GONE_DAYS = 7;

/**
 * The account's main calendar, at whose session closes its cash bears interest: the one by which most of the instruments trade that closed a session
 * within the last week; of equals, that of the first instrument. It is known from the past alone: no end and no beginning to come counts.
 */
export class MainCalendar {
  /** The number of its calendar for each instrument. */
  readonly #calendars: Int32Array;
  /** How many instruments trade by each calendar, when last counted. */
  readonly #counts: Int32Array;

  /** Takes the name of each instrument's calendar. */
  constructor(names: readonly string[]) {
    const known = [...new Set(names)];
    this.#calendars = Int32Array.from(names, (name) => known.indexOf(name));
    this.#counts = new Int32Array(known.length);
  }

  /** Whether one of these sessions that close is of the main calendar. `days`: since the close before of each instrument, negative when it is the first. */
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
