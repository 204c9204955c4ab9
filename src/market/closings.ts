import type { Column } from "../primitives/column.ts";
import { lastAtOrBefore } from "../primitives/sorted-search.ts";
import type { SessionCloseDates } from "./session-dates.ts";
import type { Timeline } from "./timeline.ts";

/** Times at which a bar or a session closes. A run records its equity at these times. */
export interface Closings {
  readonly time: Column;
  /**
   * Indexes into `time` of session closes, increasing. If several sessions have the same date, only the last close is listed. A bar of
   * several days is a session too; of such bars that several series have at the same time, only the last close is listed.
   */
  readonly sessions: Int32Array;
  /** Which of the closings a result shows as records; undefined if it shows all. */
  readonly shown: ShownRecords | undefined;
}

/**
 * Records of a run that a result shows. Leaves out the close of a session after its last bar, for example at midnight, if no bar is
 * forming. Amounts booked at a close that is left out, such as interest, appear in the next record, or in the last one if there is none.
 */
export interface ShownRecords {
  readonly time: Column;
  /** Indexes of the closings that are left out, increasing. */
  readonly hidden: Column;
  /** For each session, the index of its close among the shown records. */
  readonly sessions: Int32Array;
}

/** Kinds of moments on the timeline: a bar closes and no session does, or a session closes. */
const BAR_CLOSES = 1;
const SESSION_CLOSES = 2;

/**
 * Returns the closings of a timeline from moment number `from` on. `dates` has the dates of session closes. `longBars` is true if bars last
 * several days. Bars of a series for which `isQuoted` is true lie between quotes, and never count as forming.
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
  /** Indexes into `time` of the records that a result leaves out, increasing. */
  const hidden: number[] = [];
  let record = 0;
  let count = 0;
  const records = new SessionRecords();
  const forming = new FormingBars(timeline, isQuoted);
  // Whether sessions can close without a bar. If not, as with daily bars, every closing adds a record.
  const sessionsOnly = timeline.shapes.some(
    ({ closing, sessionsClosing }) => sessionsClosing.length > 0 && closing.length === 0,
  );
  let moment = 0;
  let date = -Infinity;
  const open = new Set<number>();
  /** With bars of several days: series whose bar was open at the first close of the current period, and has not closed since. */
  let pending: Set<number> | undefined;
  /** Whether the bars of several days that close belong to the same period as the bars that closed before them. */
  const isSamePeriod = (closing: Int32Array): boolean => {
    const same = pending !== undefined && closing.every((series) => pending!.has(series));
    // At the first close, it is unknown which bars were open, so all series count as open.
    if (!same) pending = new Set(pending === undefined ? timeline.shapes.flatMap((one) => [...one.closing]) : open);
    for (const series of closing) {
      pending!.delete(series);
      open.delete(series);
    }
    return same;
  };
  // A plain loop, since a callback would make V8 allocate an object for each date.
  for (let b = 0, block = timeline.block(0); block !== undefined; block = timeline.block(++b)) {
    for (let place = 0; place < block.length; place++, moment++) {
      const kind = kinds[block.shape[place]!]!;
      const shape = timeline.shapes[block.shape[place]!]!;
      let adds = true;
      if (sessionsOnly) {
        forming.close(shape.closing);
        // Skipped at most moments: if only bars close and every session had a bar, the moment always adds a record.
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
          // Of several sessions with the same date, only the last close is listed.
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
        // Fast path for one series of daily bars: most closings have the same shape.
        const [series] = shape.sessionsClosing;
        if (dates.at(series!, now) !== date) continue;
        const sameShape = block.shape[place]!;
        let end = place + 1;
        while (end < block.length && block.shape[end] === sameShape) end++;
        const more = dates.countIncreasing(series!, block.time, place + 1, end);
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
        // Fast path: moments with the same closing bars and no closing session only add their times.
        if (kind !== BAR_CLOSES || records.hasEmptySession) continue;
        const sameShape = block.shape[place]!;
        for (; place + 1 < block.length && block.shape[place + 1] === sameShape; place++, moment++)
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

/**
 * Returns the shown records, given the indexes of the hidden ones. A session that closes at a hidden record is shown at the record before
 * it.
 */
function shownRecords({ time, sessions }: Omit<Closings, "shown">, places: readonly number[]): ShownRecords {
  const hidden = Float64Array.from(places);
  let skipped = 0;
  const shownSessions = sessions.map((at) => {
    while (skipped < hidden.length && hidden[skipped]! <= at) skipped++;
    return at - skipped;
  });
  return { time: withoutHidden(hidden, time), hidden, sessions: shownSessions };
}

/** Returns the values of a column at closings that are not hidden. The column may be shorter than the closings. */
function withoutHidden(hidden: Column, column: Column): Column {
  const count = countHiddenUpTo(hidden, column.length - 1);
  // If only the last closings are hidden, the shown values are one range and need no copy.
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

/** Counts the series that have a forming bar, which has opened and not closed. */
class FormingBars {
  count = 0;
  /** For each series: 1 if it has a forming bar, 2 if its bars never count as forming, otherwise 0. */
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
 * Decides which closings add a record to a result: all closes of bars, and the close of a session only if a bar is forming or the session
 * had no bar. Backtests and remote runs share this rule.
 */
export class SessionRecords {
  /** Series without a bar close since their last session close. */
  readonly #empty = new Set<number>();

  /** Whether a series had no bar close since its last session close. */
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

/** Counts the hidden records up to and including the closing `place`. */
function countHiddenUpTo(hidden: Column, place: number): number {
  return lastAtOrBefore(hidden, place, -1) + 1;
}

/** Counts the shown records among the first `closings` closings of a run. */
export function countShown({ hidden }: ShownRecords, closings: number): number {
  return closings - countHiddenUpTo(hidden, closings - 1);
}

/** Returns whether a result shows the closing with an index as a record. */
export function isShownRecord({ shown }: Closings, closing: number): boolean {
  return shown === undefined || shown.hidden[countHiddenUpTo(shown.hidden, closing) - 1] !== closing;
}

/** Returns, from a column with one value per closing, the values at the records that a result shows. */
export function shownValues({ shown }: Closings, column: Column): Column {
  return shown === undefined ? column : withoutHidden(shown.hidden, column);
}

/**
 * Returns, from a column of cumulative amounts per closing, the amounts at shown records. The last one includes hidden closings at the end.
 */
export function shownAmounts(closings: Closings, column: Column): Column {
  const records = shownValues(closings, column);
  const last = column[column.length - 1]!;
  if (records.length === 0 || records[records.length - 1] === last) return records;
  const own = records.buffer === column.buffer ? records.slice() : records;
  own[own.length - 1] = last;
  return own;
}
