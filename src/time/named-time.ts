import { type ErrorCode, HindcastError } from "../primitives/errors.ts";
import { parseDate, parseInstant } from "./instant.ts";
import { DAY_MS } from "./interval.ts";
import { zoneOf } from "./zone.ts";

/** What reads a time that has a name of its own, as a setting or an option has: whoever is refused hears that name, and not "time". */
export function namedTime<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof HindcastError)) throw error;
    throw new HindcastError(error.code as ErrorCode, error.message.replace(/^time/, name), {
      parameter: name,
      ...error.details,
    });
  }
}

/** Whether a text names a date, and not an instant. */
export function isDateText(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

/**
 * The first instant after all that a text names, epoch milliseconds: a date stands for all of its day in the zone, an instant for itself.
 * Throws DATE_INVALID, ZONE_UNKNOWN.
 *
 * @example
 * endOfNamed("2024-01-05", "UTC"); // 1704499200000, midnight of 6 January
 */
export function endOfNamed(text: string, zone: string): number {
  if (!isDateText(text)) return parseInstant(text, zone) + 1;
  const next = parseDate(text) + DAY_MS;
  return zone === "UTC" ? next : zoneOf(zone).toInstantOrAfter(next);
}
