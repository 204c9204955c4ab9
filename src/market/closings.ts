import type { Column } from "../primitives/column.ts";
import { lastAtOrBefore } from "../primitives/sorted-search.ts";
import type { SessionCloseDates } from "./session-dates.ts";
import type { Timeline } from "./timeline.ts";

/** The moments at which a bar or a session closes: those at which a run records. */
export interface Closings {
  readonly time: Column;
  /**
   * Places in `time` at which a session closed, rising; of the sessions of one date, which may be of several zones, the last one counts. Of bars of several days, each a
   * session of its own, the last one counts of those that were open together: of one week, on Friday here and on Sunday there.
   */
  readonly sessions: Int32Array;
  /** The records as a result shows them; undefined where they are these, as wherever a bar closes with its session. */
  readonly shown: ShownRecords | undefined;
}

/**
 * Records of a run without those of sessions that close later than their last bar, as at midnight, while no bar is forming. What such a
 * session books, as interest, counts in the next record, and of the last session in the last one.
 */
export interface ShownRecords {
  readonly time: Column;
  /** Places of the closings that are left out, rising. */
  readonly hidden: Column;
  /** Places in `time` at which a session closed, one for each session of the closings. */
  readonly sessions: Int32Array;
}

/** What closes at a moment. */
const BAR_CLOSES = 1;
const SESSION_CLOSES = 2;

/**
 * The closings of a timeline from the moment of the given number on. `dates` says the dates of the sessions of series that close. `longBars` are those of several days. A series that `isQuoted` has stretches between
 * its quotes instead of bars: when one begins says when the next quote comes, so none counts as a bar that is forming.
 */
export function closingsOf(
  timeline: Timeline,
  from: number,
  dates: SessionCloseDates,
  longBars = false,
  isQuoted: (series: number) => boolean = () => false,
): Closings {
  const length = timeline.length;
  const kinds = Uint8Array.from(timeline.shapes, ({ closing, sessionsClosing }) =>
    sessionsClosing.length > 0 ? SESSION_CLOSES : closing.length > 0 ? BAR_CLOSES : 0,
  );
  const time = new Float64Array(length);
  const sessions = new Int32Array(length);
  /** Places in `time` of the records that a result leaves out, rising. */
  const hidden: number[] = [];
  let record = 0;
  let count = 0;
  const records = new SessionRecords();
  const forming = new FormingBars(timeline, isQuoted);
  // Where a bar closes with every session, as of days, each closing adds a record.
  const sessionsOnly = timeline.shapes.some(
    ({ closing, sessionsClosing }) => sessionsClosing.length > 0 && closing.length === 0,
  );
  let moment = 0;
  let date = -Infinity;
  const open = new Set<number>();
  /** The series whose bars were open when the last session of long bars began to close, and have not closed since. */
  let pending: Set<number> | undefined;
  /** Whether long bars of a session that closes now are of the same time as those that closed last. */
  const isSamePeriod = (closing: Int32Array): boolean => {
    const same = pending !== undefined && closing.every((series) => pending!.has(series));
    // Nobody has seen what opened before the first.
    if (!same) pending = new Set(pending === undefined ? timeline.shapes.flatMap((one) => [...one.closing]) : open);
    for (const series of closing) {
      pending!.delete(series);
      open.delete(series);
    }
    return same;
  };
  // A plain loop, not one of callbacks, which would box each date.
  for (let b = 0, block = timeline.block(0); block !== undefined; block = timeline.block(++b)) {
    for (let place = 0; place < block.length; place++, moment++) {
      const kind = kinds[block.shape[place]!]!;
      const shape = timeline.shapes[block.shape[place]!]!;
      let adds = true;
      if (sessionsOnly) {
        forming.close(shape.closing);
        // Most moments close bars alone, and no session was without one before: they add a record.
        if (moment >= from && (kind === SESSION_CLOSES || (kind === BAR_CLOSES && records.hasEmptySession)))
          adds = records.addsRecord(shape.closing, shape.sessionsClosing, forming.count > 0);
        forming.open(shape.opening);
      }
      if (moment < from || (kind === 0 && !longBars)) continue;
      const now = block.time[place]!;
      if (kind === SESSION_CLOSES) {
        if (longBars) {
          if (isSamePeriod(shape.sessionsClosing)) count--;
        } else {
          // Of sessions of one date the last one counts.
          const { sessionsClosing } = shape;
          let last = -Infinity;
          for (let i = 0; i < sessionsClosing.length; i++) last = Math.max(last, dates.at(sessionsClosing[i]!, now));
          if (last <= date) count--;
          else date = last;
        }
        sessions[count++] = record;
      }
      if (kind !== 0) {
        if (!adds && record > 0) hidden.push(record);
        time[record++] = now;
      }
      if (kind === SESSION_CLOSES && !longBars && !sessionsOnly && shape.sessionsClosing.length === 1) {
        // Of one series whose bars are sessions, as of days, most closings are like the one before.
        const [series] = shape.sessionsClosing;
        if (dates.at(series!, now) !== date) continue;
        const alike = block.shape[place]!;
        let end = place + 1;
        while (end < block.length && block.shape[end] === alike) end++;
        const more = dates.rising(series!, block.time, place + 1, end);
        for (let i = 1; i <= more; i++) {
          sessions[count++] = record;
          time[record++] = block.time[place + i]!;
        }
        place += more;
        moment += more;
        if (more > 0) date = dates.at(series!, block.time[place]!);
        continue;
      }
      if (!longBars) {
        // Bars that close as those before did, with no session, change nothing but the time.
        if (kind !== BAR_CLOSES || records.hasEmptySession) continue;
        const alike = block.shape[place]!;
        for (; place + 1 < block.length && block.shape[place + 1] === alike; place++, moment++)
          time[record++] = block.time[place + 1]!;
        continue;
      }
      for (const series of shape.opening) {
        open.add(series);
        pending?.delete(series);
      }
    }
  }
  const closings = { time: time.subarray(0, record), sessions: sessions.subarray(0, count) };
  return { ...closings, shown: hidden.length === 0 ? undefined : shownRecords(closings, hidden) };
}

/** The records of closings without the hidden ones. A session that closes at a hidden record is shown at the record before. */
function shownRecords({ time, sessions }: Omit<Closings, "shown">, places: readonly number[]): ShownRecords {
  const hidden = Float64Array.from(places);
  let left = 0;
  const shownSessions = sessions.map((at) => {
    while (left < hidden.length && hidden[left]! <= at) left++;
    return at - left;
  });
  return { time: withoutHidden(hidden, time), hidden, sessions: shownSessions };
}

/** Of a column with a value for each of the first closings, those of closings that are not hidden. */
function withoutHidden(hidden: Column, column: Column): Column {
  const count = countHiddenUpTo(hidden, column.length - 1);
  // Where they are the last ones, as after the last bar, the others lie together.
  if (count === 0 || hidden[0] === column.length - count) return column.subarray(0, column.length - count);
  const values = new Float64Array(column.length - count);
  let from = 0;
  for (let i = 0; i <= count; i++) {
    const end = i < count ? hidden[i]! : column.length;
    values.set(column.subarray(from, end), from - i);
    from = end + 1;
  }
  return values;
}

/** How many series have a bar that has opened and not closed. */
class FormingBars {
  count = 0;
  /** 1 for a series with such a bar, 2 for one that is never counted. */
  readonly #state: Uint8Array;

  constructor({ shapes }: Timeline, isQuoted: (series: number) => boolean) {
    const last = Math.max(-1, ...shapes.map(({ opening }) => Math.max(-1, ...opening)));
    this.#state = Uint8Array.from({ length: last + 1 }, (_, series) => (isQuoted(series) ? 2 : 0));
  }

  close(closing: ArrayLike<number>): void {
    for (let i = 0; i < closing.length; i++) {
      if (this.#state[closing[i]!] !== 1) continue;
      this.#state[closing[i]!] = 0;
      this.count--;
    }
  }

  open(opening: ArrayLike<number>): void {
    for (let i = 0; i < opening.length; i++) {
      if (this.#state[opening[i]!] !== 0) continue;
      this.#state[opening[i]!] = 1;
      this.count++;
    }
  }
}

/**
 * Which moments add a record to a result: those at which a bar closes, and of those at which only sessions close the ones while a bar is forming, or after a
 * session without a bar. A run against a service asks the same.
 */
export class SessionRecords {
  /** Series of which no bar has closed since their session closed last. */
  readonly #empty = new Set<number>();

  /** Whether some session closed without a bar of its series since. */
  get hasEmptySession(): boolean {
    return this.#empty.size > 0;
  }

  addsRecord(closing: ArrayLike<number>, sessionsClosing: ArrayLike<number>, forming: boolean): boolean {
    if (this.#empty.size > 0) for (let i = 0; i < closing.length; i++) this.#empty.delete(closing[i]!);
    let adds = closing.length > 0 || forming;
    for (let i = 0; i < sessionsClosing.length; i++) {
      if (this.#empty.has(sessionsClosing[i]!)) adds = true;
      this.#empty.add(sessionsClosing[i]!);
    }
    return adds;
  }
}

/** How many of rising places are not above one. */
function countHiddenUpTo(hidden: Column, place: number): number {
  return lastAtOrBefore(hidden, place, -1) + 1;
}

/** How many records show the first closings of a run. */
export function countShown({ hidden }: ShownRecords, closings: number): number {
  return closings - countHiddenUpTo(hidden, closings - 1);
}

/** Whether a result shows a record at a closing. */
export function isShownRecord({ shown }: Closings, closing: number): boolean {
  return shown === undefined || shown.hidden[countHiddenUpTo(shown.hidden, closing) - 1] !== closing;
}

/** Of a column with a value for each of the first closings, the values at the records that a result shows. */
export function shownValues({ shown }: Closings, column: Column): Column {
  return shown === undefined ? column : withoutHidden(shown.hidden, column);
}

/** The same of amounts: what a hidden closing at the end has counts in the last record. */
export function shownAmounts(closings: Closings, column: Column): Column {
  const records = shownValues(closings, column);
  const last = column[column.length - 1]!;
  if (records.length === 0 || records[records.length - 1] === last) return records;
  const own = records.buffer === column.buffer ? records.slice() : records;
  own[own.length - 1] = last;
  return own;
}
