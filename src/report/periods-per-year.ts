import type { RunResult } from "../engine/run-result.ts";
import { sessionsPerYear } from "../engine/sessions-per-year.ts";
import type { Interval } from "../time/interval.ts";

/** Sessions in a year as the metrics of a run took it: as set, or read from its data. */
export function periodsPerYear({ settings, interval, equity }: RunResult): number {
  if (settings.sessionsPerYear > 0) return settings.sessionsPerYear;
  return sessionsPerYear(interval as Interval, equity.time, equity.sessions);
}
