import type { Column } from "../primitives/column.ts";
import type { Calendar, SessionColumns } from "../time/calendar.ts";

/** The end of each session that counts: that of regular hours, or of all trading. */
export type EndsOf = (sessions: SessionColumns) => Column;

export const regularEnds: EndsOf = (sessions) => sessions.close;
export const extendedEnds: EndsOf = (sessions) => sessions.postClose;

/**
 * When a bar of several sessions was known to be over. `end` is the end of its last session, on `lastDay`; the bar lasts up to but not
 * including `endDay`. Where more sessions were expected at that moment, and it became known only later that the market would stay
 * closed, nobody knew yet: the bar is over at the end of the last session that was expected. On 10 September 2001 no one knew that the
 * week had ended.
 */
export function knownClose(calendar: Calendar, end: number, lastDay: number, endDay: number, endsOf: EndsOf): number {
  if (lastDay + 1 >= endDay) return end;
  const expected = calendar.sessions(lastDay + 1, endDay - 1, end);
  return expected.length === 0 ? end : endsOf(expected)[expected.length - 1]!;
}
