import { DAY_MS } from "../time/civil-date.ts";
import type { RunSeries } from "./run-series.ts";

/** A series that ends so much before the last has ended for good. */
const GONE = 7 * DAY_MS;

/**
 * Which symbols of a run, in their order, trade by the account's main calendar, at whose session closes its cash bears interest: the calendar by
 * which most of the symbols trade that are recorded up to the end; of equals that of the first symbol. Without calendars it is the sessions of the
 * bars alone that tell symbols apart.
 */
export function mainSessions(series: readonly RunSeries[]): readonly boolean[] {
  const ends = series.map(({ bars, schedule }) => schedule.closeTime[bars.length - 1] ?? -Infinity);
  const end = Math.max(...ends);
  const names = series.map(({ calendar, schedule }) => calendar?.name ?? (schedule.sessionIsBar ? "bars" : "days"));
  const counts = new Map<string, number>();
  names.forEach((name, i) => ends[i]! >= end - GONE && counts.set(name, (counts.get(name) ?? 0) + 1));
  const most = Math.max(...counts.values());
  const main = names.find((name) => counts.get(name) === most);
  return names.map((name) => name === main);
}
