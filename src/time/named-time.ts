import { type ErrorCode, HindcastError } from "../primitives/errors.ts";
import { parseDate, parseInstant } from "./instant.ts";
import { DAY_MS } from "./interval.ts";
import { zoneOf } from "./zone.ts";

/** Runs `read`, which reads a time. If it throws an error about the time, the error names the setting or option `name` instead. */
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

/** Returns whether a text has the form of a date, without a time of day. */
export function isDateText(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

/**
 * Returns the first instant after a date or time, epoch milliseconds. A date includes its whole day in the zone.
 * Throws `DATE_INVALID` for an invalid text and `ZONE_UNKNOWN` for an unknown zone.
 *
 * @example
 * endOfNamed("2024-01-05", "UTC"); // 1704499200000, midnight of 6 January
 */
export function endOfNamed(text: string, zone: string): number {
  if (!isDateText(text)) return parseInstant(text, zone) + 1;
  const next = parseDate(text) + DAY_MS;
  return zone === "UTC" ? next : zoneOf(zone).toInstantOrAfter(next);
}
