import { HindcastError } from "../../primitives/errors.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import type { Calendar } from "../../time/calendar.ts";
import { formatDate, parseDate, parseInstant } from "../../time/instant.ts";

/**
 * The instant of a snapshot: an ISO time of the zone or with an offset; a date alone is the close of its session.
 * Throws DATE_INVALID, also for a date without a session.
 */
export function snapshotTime(text: string, calendar: Calendar, zone: string): number {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return parseInstant(text, zone);
  const day = parseDate(text) / DAY_MS;
  const session = calendar.session(day);
  if (session !== undefined) return session.close;
  throw new HindcastError(
    "DATE_INVALID",
    `the date of a snapshot must have a session of ${calendar.name}, ${formatDate(day * DAY_MS)} has none; say the time`,
    { date: text, calendar: calendar.name },
  );
}
