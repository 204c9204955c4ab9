import { join } from "node:path";
import { formatValue } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { Calendar } from "../../time/calendar.ts";
import type { CalendarDeclaration } from "../../time/calendar-declaration.ts";
import { calendarOf, CALENDARS } from "../../time/calendars/catalog.ts";
import { DeclaredCalendar, declareCalendar } from "../../time/declared-calendar.ts";
import { type Manifest, MANIFEST_FILE } from "./manifest.ts";

/** Returns calendars as manifest entries, sorted by name. Throws `CALENDAR_INVALID` for a calendar that is neither built in nor declared. */
export function recordCalendars(calendars: readonly Calendar[]): readonly (string | CalendarDeclaration)[] {
  return calendars
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((calendar) => {
      const { name } = calendar;
      if (calendar instanceof DeclaredCalendar) return calendar.declaration;
      if (CALENDARS.includes(name) && calendarOf(name) === calendar) return name;
      const mustBe = "must be built in or created by declareCalendar, so that it can be recorded";
      throw new HindcastError("CALENDAR_INVALID", `calendar ${name} ${mustBe}, is neither`, { calendar: name });
    });
}

/**
 * Creates the calendars of a manifest. Throws `CALENDAR_INVALID` for an invalid declaration, and `CALENDAR_UNKNOWN` for a name that is not built
 * in and for a main calendar or instrument calendar that the manifest does not list.
 */
export function readCalendars(folder: string, manifest: Manifest): readonly Calendar[] {
  const path = join(folder, MANIFEST_FILE);
  const calendars = manifest.calendars.map((entry) =>
    typeof entry === "string" ? calendarOf(entry) : declareCalendar(entry),
  );
  const names = new Set(calendars.map(({ name }) => name));
  const check = (place: string, calendar: string): void => {
    if (names.has(calendar)) return;
    const mustBe = `must have a calendar of the recording in ${place}, one of ${[...names].join(", ")}`;
    const message = `${path} ${mustBe}, was ${formatValue(calendar)}`;
    throw new HindcastError("CALENDAR_UNKNOWN", message, { file: path, place, calendar, known: [...names] });
  };
  check("mainCalendar", manifest.mainCalendar);
  for (const [at, { calendar }] of manifest.instruments.entries()) check(`instruments[${at}].calendar`, calendar);
  return calendars;
}
