import type { Column } from "../primitives/column.ts";
import { lastAtOrBefore } from "../primitives/sorted-search.ts";
import type { SessionCloseDates } from "./session-dates.ts";
import type { Timeline } from "./timeline.ts";

/** Times at which a bar or a session closes. A run records its equity at these times. */
export interface Closings {
  readonly time: Column;
  /**
   * Indexes into `time` of session closes, increasing. If several sessions have the same date, only the last close is listed. Bars of
   * several days are sessions too. If such bars of several series were open at the same time, only the last close is listed.
   */
  readonly sessions: Int32Array;
  /** The records that a result shows; undefined if it shows all of them. */
  readonly shown: ShownRecords | undefined;
}

/**
 * Records of a run that a result shows. Leaves out the close of a session after its last bar, for example at midnight, if no bar is
 * forming. Amounts booked at such a session close, such as interest, appear in the next record. Those of the last session appear in the
 * last record.
 */
export interface ShownRecords {
  readonly time: Column;
  /** Indexes of the closings that are left out, increasing. */
  readonly hidden: Column;
  /** Indexes into `time` of session closes, one for each session of the closings. */
  readonly sessions: Int32Array;
}

/** Flags of a moment: a bar closes, a session closes, or both. */
const BAR_CLOSES = 1;
const SESSION_CLOSES = 2;

/**
 * Returns the closings of a timeline from moment number `from` on. `dates` has the dates of session closes. `longBars` is true if bars last
 * several days. Bars of a series that `isQuoted` never count as forming: they lie between quotes, and the next quote is not known yet.
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
  // If a bar closes with every session, as daily bars do, every closing adds a record.
  const sessionsOnly = timeline.shapes.some(
    ({ closing, sessionsClosing }) => sessionsClosing.length > 0 && closing.length === 0,
  );
  let moment = 0;
  let date = -Infinity;
  const open = new Set<number>();
  /** Series whose bars were open at the first close of the current period of long bars, and have not closed since. */
  let pending: Set<number> | undefined;
  /** Whether the long bars that close belong to the same period as those that closed before. */
  const isSamePeriod = (closing: Int32Array): boolean => {
    const same = pending !== undefined && closing.every((series) => pending!.has(series));
    // Which bars were open before the first close is unknown, so all series count as open.
    if (!same) pending = new Set(pending === undefined ? timeline.shapes.flatMap((one) => [...one.closing]) : open);
    for (const series of closing) {
      pending!.delete(series);
      open.delete(series);
    }
    return same;
  };
  // A plain loop: a callback would box each date.
  for (let b = 0, block = timeline.block(0); block !== undefined; block = timeline.block(++b)) {
    for (let place = 0; place < block.length; place++, moment++) {
      const kind = kinds[block.shape[place]!]!;
      const shape = timeline.shapes[block.shape[place]!]!;
      let adds = true;
      if (sessionsOnly) {
        forming.close(shape.closing);
        // Fast path: at most moments only bars close and no session without bars is pending. Each of these moments adds a record.
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
          // Of several sessions with the same date, the last close counts.
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

/** Returns the records without the hidden ones. A session that closes at a hidden record is shown at the previous record. */
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
  // If the hidden closings are the last ones, the others are contiguous.
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

/** Counts the series with a bar that has opened and not closed. */
class FormingBars {
  count = 0;
  /** For each series: 1 if it has such a bar, 2 if it is never counted, otherwise 0. */
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
 * Decides which closings add a record to a result: all closes of bars, and closes of sessions only if a bar is forming or the previous
 * session had no bar. Backtests and remote runs share this rule.
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

/** Counts the hidden records up to and including an index. */
function countHiddenUpTo(hidden: Column, place: number): number {
  return lastAtOrBefore(hidden, place, -1) + 1;
}

/** Counts the shown records among the first `closings` closings of a run. */
export function countShown({ hidden }: ShownRecords, closings: number): number {
  return closings - countHiddenUpTo(hidden, closings - 1);
}

/** Returns whether a result shows the record of a closing. */
export function isShownRecord({ shown }: Closings, closing: number): boolean {
  return shown === undefined || shown.hidden[countHiddenUpTo(shown.hidden, closing) - 1] !== closing;
}

/** Returns the values of a column of closings at the records that a result shows. */
export function shownValues({ shown }: Closings, column: Column): Column {
  return shown === undefined ? column : withoutHidden(shown.hidden, column);
}

/** Like `shownValues`, but for cumulative amounts: the last record includes the amounts of hidden closings at the end. */
export function shownAmounts(closings: Closings, column: Column): Column {
  const records = shownValues(closings, column);
  const last = column[column.length - 1]!;
  if (records.length === 0 || records[records.length - 1] === last) return records;
  const own = records.buffer === column.buffer ? records.slice() : records;
  own[own.length - 1] = last;
  return own;
}
