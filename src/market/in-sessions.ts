import type { SeriesSessions } from "./market-data.ts";
import type { Schedule } from "./schedule.ts";

/** The schedule of bars in sessions that are given, with bars in them or without, and also behind the last bar. */
export function inSessions(schedule: Schedule, { open, close, ...extended }: SeriesSessions): Schedule {
  return { ...schedule, ...extended, sessionOpen: open, sessionClose: close, sessionIsBar: false, goesOn: true };
}
