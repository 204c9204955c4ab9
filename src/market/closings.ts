import type { Column } from "../primitives/column.ts";
import { lastUpTo } from "../primitives/rising.ts";
import { DAY_MS } from "../time/interval.ts";
import type { Timeline } from "./timeline.ts";

/** The moments at which a bar or a session closes: those at which a run records. */
export interface Closings {
  readonly time: Column;
  /**
   * Places in `time` at which a session closed, rising; of the sessions that close on one UTC day the last one counts. Of bars of several days, each a
   * session of its own, the last one counts of those that were open together: of one week, on Friday here and on Sunday there.
   */
  readonly sessions: Int32Array;
  /** The records as a result shows them; undefined where they are these, as wherever a bar closes with its session. */
  readonly shown: ShownRecords | undefined;
}

/**
 * Records of a run without those of sessions that close later than their last bar, as at midnight, where nothing opens between the two. What such a
 * session books, as interest, counts in the next record, and of the last session in the last one.
 */
export interface ShownRecords {
  readonly time: Column;
  /** Place of each in the closings. */
  readonly places: Column;
  /** Places in `time` at which a session closed, one for each session of the closings. */
  readonly sessions: Int32Array;
}

/** What closes at a moment. */
const BAR_CLOSES = 1;
const SESSION_CLOSES = 2;

/** The closings of a timeline from the moment of the given number on. `longBars` are those of several days. */
export function closingsOf(timeline: Timeline, from: number, longBars = false): Closings {
  const length = timeline.length;
  const kinds = Uint8Array.from(timeline.shapes, ({ closing, sessionsClosing }) =>
    sessionsClosing.length > 0 ? SESSION_CLOSES : closing.length > 0 ? BAR_CLOSES : 0,
  );
  const time = new Float64Array(length);
  const sessions = new Int32Array(length);
  const shownTime = new Float64Array(length);
  const places = new Float64Array(length);
  const shownAt = new Int32Array(length);
  let record = 0;
  let count = 0;
  let shown = 0;
  /** No session has closed, and something has opened, since the record before. */
  let inSession = false;
  let opened = false;
  let midnight = -Infinity;
  const open = new Set<number>();
  /** The series whose bars were open when the last session of long bars began to close, and have not closed since. */
  let pending: Set<number> | undefined;
  /** Whether a session that closes now is of the same day, or its long bars of the same time, as the one that closed last. */
  const goesOn = (now: number, closing: Int32Array): boolean => {
    if (longBars) {
      const same = pending !== undefined && closing.every((series) => pending!.has(series));
      // Nobody has seen what opened before the first.
      if (!same) pending = new Set(pending === undefined ? timeline.shapes.flatMap((one) => [...one.closing]) : open);
      for (const series of closing) {
        pending!.delete(series);
        open.delete(series);
      }
      return same;
    }
    // A session that ends at midnight belongs to the day before.
    if (now <= midnight) return true;
    midnight = now <= midnight + DAY_MS ? midnight + DAY_MS : Math.ceil(now / DAY_MS) * DAY_MS;
    return false;
  };
  timeline.forEachBlock(from, (block, start) => {
    for (let place = start; place < block.length; place++) {
      const kind = kinds[block.shape[place]!]!;
      const shape = timeline.shapes[block.shape[place]!]!;
      if (kind === 0 && !longBars) {
        opened ||= shape.opening.length > 0;
        continue;
      }
      const now = block.time[place]!;
      const same = kind === SESSION_CLOSES && goesOn(now, shape.sessionsClosing);
      if (kind === SESSION_CLOSES) {
        if (same) count--;
        sessions[count++] = record;
      }
      if (kind !== 0) {
        if (shown === 0 || opened || shape.closing.length > 0 || !(inSession || same)) {
          shownTime[shown] = now;
          places[shown++] = record;
        }
        shownAt[record] = shown - 1;
        time[record++] = now;
        inSession = kind === BAR_CLOSES;
        opened = false;
      }
      opened ||= shape.opening.length > 0;
      if (!longBars) continue;
      for (const series of shape.opening) {
        open.add(series);
        pending?.delete(series);
      }
    }
  });
  return {
    time: time.subarray(0, record),
    sessions: sessions.subarray(0, count),
    shown:
      shown === record
        ? undefined
        : {
            time: shownTime.subarray(0, shown),
            places: places.subarray(0, shown),
            sessions: sessions.slice(0, count).map((at) => shownAt[at]!),
          },
  };
}

/** How many records show the first closings of a run. */
export function shownCount({ places }: ShownRecords, closings: number): number {
  return lastUpTo(places, closings - 1, -1) + 1;
}

/** Of a column with a value for each of the first closings, the values of the records that show them. */
export function atRecords({ shown }: Closings, column: Column): Column {
  if (shown === undefined) return column;
  const records = new Float64Array(shownCount(shown, column.length));
  for (let i = 0; i < records.length; i++) records[i] = column[shown.places[i]!]!;
  if (records.length > 0) records[records.length - 1] = column[column.length - 1]!;
  return records;
}
