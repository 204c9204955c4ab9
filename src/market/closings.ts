import type { Column } from "../primitives/column.ts";
import { DAY_MS } from "../time/interval.ts";
import type { Timeline } from "./timeline.ts";

/** The moments at which a bar or a session closes: those at which a run records. */
export interface Closings {
  readonly time: Column;
  /**
   * Places in `time` at which a session closed, rising; of the sessions that close on one UTC day the last one counts.
   */
  readonly sessions: Int32Array;
}

/** What closes at a moment. */
const BAR_CLOSES = 1;
const SESSION_CLOSES = 2;

/** The closings of a timeline from the moment of the given number on. */
export function closingsOf(timeline: Timeline, from: number): Closings {
  const length = timeline.length;
  const kinds = Uint8Array.from(timeline.shapes, ({ closing, sessionsClosing }) =>
    sessionsClosing.length > 0 ? SESSION_CLOSES : closing.length > 0 ? BAR_CLOSES : 0,
  );
  const time = new Float64Array(length);
  const sessions = new Int32Array(length);
  let record = 0;
  let count = 0;
  let midnight = -Infinity;
  timeline.forEachBlock(from, (block, start) => {
    for (let place = start; place < block.length; place++) {
      const kind = kinds[block.shape[place]!]!;
      if (kind === 0) continue;
      const now = block.time[place]!;
      if (kind === SESSION_CLOSES) {
        // A session that ends at midnight belongs to the day before.
        if (now <= midnight) count--;
        else midnight = now <= midnight + DAY_MS ? midnight + DAY_MS : Math.ceil(now / DAY_MS) * DAY_MS;
        sessions[count++] = record;
      }
      time[record++] = now;
    }
  });
  return { time: time.subarray(0, record), sessions: sessions.subarray(0, count) };
}
