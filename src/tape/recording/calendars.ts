import { join } from "node:path";
import { shown } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { Calendar } from "../../time/calendar.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { type DeclaredCalendar, type Manifest, MANIFEST_FILE } from "./manifest.ts";

/** Calendars as a manifest has them, in the order of their names. */
export function recordCalendars(calendars: readonly Calendar[]): readonly (string | DeclaredCalendar)[] {
  return calendars.map(({ name }) => name).toSorted();
}

/**
 * The calendars of a recording. Throws CALENDAR_UNKNOWN for a name that is neither built in nor among `known`, and for an instrument
 * or a main calendar that names none of them.
 */
export function readCalendars(folder: string, manifest: Manifest, known: readonly Calendar[]): readonly Calendar[] {
  const path = join(folder, MANIFEST_FILE);
  const calendars = manifest.calendars.map((entry) =>
    calendarOf(typeof entry === "string" ? entry : String(entry["name"]), known),
  );
  const names = new Set(calendars.map(({ name }) => name));
  const check = (place: string, calendar: string): void => {
    if (names.has(calendar)) return;
    const mustBe = `must have a calendar of the recording in ${place}, one of ${[...names].join(", ")}`;
    const message = `${path} ${mustBe}, was ${shown(calendar)}`;
    throw new HindcastError("CALENDAR_UNKNOWN", message, { file: path, place, calendar, known: [...names] });
  };
  check("mainCalendar", manifest.mainCalendar);
  for (const [at, { calendar }] of manifest.instruments.entries()) check(`instruments[${at}].calendar`, calendar);
  return calendars;
}
