import type { Calendar } from "../calendar.ts";
import type { CalendarRules } from "../calendar-rules.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { formatValue } from "../../primitives/check.ts";
import { RuledCalendar } from "../ruled-calendar.ts";
import * as door from "./index.ts";

/** Rules of the built-in calendars, by name. */
export const calendarRules: ReadonlyMap<string, CalendarRules> = new Map(
  Object.values<CalendarRules>(door).map((rules) => [rules.name, rules]),
);

/** Names of the built-in calendars, sorted. */
export const CALENDARS: readonly string[] = Object.freeze([...calendarRules.keys()].toSorted());

const created = new Map<string, Calendar>();

/**
 * Returns a calendar by name: `XNYS` (stocks of the United States), `XLON`, `XTKS`, `CMES` (futures on CME Globex), `FX` (foreign
 * exchange) or `24/7`. A calendar in `declared` takes precedence over a built-in one of the same name. Calendars are created once.
 *
 * Throws `CALENDAR_UNKNOWN` for an unknown name; the error lists the known names.
 *
 * @example
 * calendarOf("XNYS").session(18320)?.open; // 2020-02-28T14:30Z
 */
export function calendarOf(name: string, declared: readonly Calendar[] = []): Calendar {
  const own = declared.find((calendar) => calendar.name === name) ?? created.get(name);
  if (own !== undefined) return own;
  const rules = calendarRules.get(name);
  if (rules === undefined) throw unknownCalendar(name, declared);
  const calendar = new RuledCalendar(rules);
  created.set(name, calendar);
  return calendar;
}

function unknownCalendar(name: string, declared: readonly Calendar[]): HindcastError {
  const known = [...new Set([...declared.map((calendar) => calendar.name), ...CALENDARS])];
  return new HindcastError(
    "CALENDAR_UNKNOWN",
    `calendar must be one of ${known.join(", ")}, was ${formatValue(name)}`,
    {
      calendar: name,
      known,
    },
  );
}
