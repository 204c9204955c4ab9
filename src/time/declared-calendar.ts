import type { Calendar } from "./calendar.ts";
import type { CalendarDeclaration, Weekday } from "./calendar-declaration.ts";
import { type CalendarFact, type CalendarRules, NO_DAYS, NO_HOURS, type SessionHours } from "./calendar-rules.ts";
import { calendarRules } from "./calendars/catalog.ts";
import { DAY_MS } from "./civil-date.ts";
import { DeclarationReader } from "./declaration-reader.ts";
import { readFacts } from "./declared-facts.ts";
import { HOURS_MEMBERS, readHours } from "./declared-hours.ts";
import { formatDate, formatInstant } from "./instant.ts";
import { RuledCalendar } from "./ruled-calendar.ts";
import { zoneOf } from "./zone.ts";

const MEMBERS = [
  "name",
  "title",
  "extends",
  "zone",
  "week",
  "sessionsPerYear",
  "holidays",
  "closures",
  "earlyCloses",
  "lateOpens",
  "sessions",
];
const WEEKDAYS: readonly Weekday[] = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const WEEK_MINUTES = 7 * 24 * 60;

/** A calendar that a recording declares. */
export class DeclaredCalendar extends RuledCalendar {
  /** The data that it was made from, frozen: what a manifest stores. */
  readonly declaration: CalendarDeclaration;

  constructor(rules: CalendarRules, declaration: CalendarDeclaration) {
    super(rules);
    this.declaration = declaration;
  }
}

/**
 * Makes a calendar of plain data, such as a member of a manifest. Throws CALENDAR_INVALID, which names the member, what must hold and what
 * it was.
 *
 * @example
 * const helsinki = declareCalendar({
 *   name: "XHEL",
 *   title: "Nasdaq Helsinki",
 *   zone: "Europe/Helsinki",
 *   week: { monday: { open: "10:00", close: "18:30" }, tuesday: { open: "10:00", close: "18:30" } },
 *   holidays: ["2020-01-01"],
 *   closures: [{ date: "2020-03-02", knownAt: "2020-02-28T16:00" }],
 * });
 */
export function declareCalendar(declaration: unknown): DeclaredCalendar {
  const named: unknown =
    typeof declaration === "object" && declaration !== null && "name" in declaration ? declaration.name : undefined;
  const reader = new DeclarationReader(typeof named === "string" ? named : "without a name");
  const declared = reader.object("declaration", declaration, MEMBERS);
  const name = readName(reader, declared);
  const rulesBelow = declared.extends === undefined ? ownRules(reader, declared) : extendedRules(reader, declared);
  const base = { ...rulesBelow, ...name };
  const facts = readFacts(reader, declared, base);
  const rules = { ...base, facts: [...base.facts, ...facts] };
  const calendar = new DeclaredCalendar(rules, frozen(declaration as CalendarDeclaration));
  checkApart(reader, calendar, facts);
  return calendar;
}

type UnnamedRules = Omit<CalendarRules, "name" | "title">;

function ownRules(reader: DeclarationReader, declared: Readonly<Record<string, unknown>>): UnnamedRules {
  const zone = reader.text("zone", declared.zone);
  try {
    zoneOf(zone);
  } catch {
    throw reader.invalid("zone", "a name of the IANA time-zone database, such as America/New_York or UTC", zone);
  }
  const days = reader.object("week", declared.week, WEEKDAYS);
  const week = WEEKDAYS.map((day): SessionHours | undefined => {
    if (days[day] === undefined) return undefined;
    return readHours(reader, `week.${day}`, reader.object(`week.${day}`, days[day], HOURS_MEMBERS));
  });
  checkWeek(reader, week, days);
  const weekends = week[0] !== undefined || week[6] !== undefined;
  return {
    zone,
    weekends,
    sessionsPerYear: readSessionsPerYear(reader, declared) ?? (weekends ? 365 : 252),
    week: (weekday) => week[weekday],
    holidays: () => NO_DAYS,
    otherHours: () => NO_HOURS,
    facts: [],
  };
}

function extendedRules(reader: DeclarationReader, declared: Readonly<Record<string, unknown>>): UnnamedRules {
  const name = reader.text("extends", declared.extends);
  const base = calendarRules.get(name);
  if (base === undefined) throw reader.invalid("extends", `one of ${[...calendarRules.keys()].join(", ")}`, name);
  for (const member of ["zone", "week"]) {
    if (declared[member] !== undefined)
      throw reader.invalid(member, `left out, as it is that of ${name}`, declared[member]);
  }
  const sessionsPerYear = readSessionsPerYear(reader, declared) ?? base.sessionsPerYear;
  return { ...base, sessionsPerYear };
}

function readName(
  reader: DeclarationReader,
  declared: Readonly<Record<string, unknown>>,
): { name: string; title: string } {
  return { name: reader.text("name", declared.name), title: reader.text("title", declared.title) };
}

function readSessionsPerYear(
  reader: DeclarationReader,
  declared: Readonly<Record<string, unknown>>,
): number | undefined {
  const value = declared.sessionsPerYear;
  if (value === undefined) return undefined;
  if (typeof value === "number" && value > 0 && value <= 366) return value;
  throw reader.invalid("sessionsPerYear", "a number above 0 and at most 366", value);
}

/** No session of the week begins before the one before it has ended. */
function checkWeek(
  reader: DeclarationReader,
  week: readonly (SessionHours | undefined)[],
  was: Readonly<Record<string, unknown>>,
): void {
  if (week.every((hours) => hours === undefined)) throw reader.invalid("week", "hours of at least one day", was);
  let end = -Infinity;
  for (let day = 0; day < 14; day++) {
    const hours = week[day % 7];
    if (hours === undefined) continue;
    const midnight = Math.floor(day / 7) * WEEK_MINUTES + (day % 7) * 24 * 60;
    if (hours.preOpen + midnight < end) {
      throw reader.invalid(
        `week.${WEEKDAYS[day % 7]!}`,
        "after the end of the session before it",
        was[WEEKDAYS[day % 7]!],
      );
    }
    end = hours.postClose + midnight;
  }
}

/** The same for the dates whose hours were declared. */
function checkApart(reader: DeclarationReader, calendar: Calendar, facts: readonly CalendarFact[]): void {
  for (const { day } of facts) {
    const { length, preOpen, postClose, date } = calendar.sessions(day - 3, day + 3);
    for (let i = 1; i < length; i++) {
      if (preOpen[i]! >= postClose[i - 1]!) continue;
      const text = formatDate(date[i]! * DAY_MS);
      throw reader.invalid(`session of ${text}`, "begun when the one before it has ended", formatInstant(preOpen[i]!));
    }
  }
}

/** A copy that nobody changes. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map((item: unknown) => frozen(item))) as Value;
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, frozen(item)]))) as Value;
}
