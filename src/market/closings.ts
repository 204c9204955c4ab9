import type { Column } from "../primitives/column.ts";
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
  let record = 0;
  let count = 0;
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
      if (kind === 0 && !longBars) continue;
      const now = block.time[place]!;
      const shape = timeline.shapes[block.shape[place]!]!;
      if (kind === SESSION_CLOSES) {
        if (goesOn(now, shape.sessionsClosing)) count--;
        sessions[count++] = record;
      }
      if (kind !== 0) time[record++] = now;
      if (!longBars) continue;
      for (const series of shape.opening) {
        open.add(series);
        pending?.delete(series);
      }
    }
  });
  return { time: time.subarray(0, record), sessions: sessions.subarray(0, count) };
}
