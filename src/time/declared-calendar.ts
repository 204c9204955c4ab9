import type { CalendarDeclaration, Weekday } from "./calendar-declaration.ts";
import {
  type CalendarFact,
  type CalendarRules,
  closure,
  NO_DAYS,
  NO_HOURS,
  type SessionHours,
  usualHours,
} from "./calendar-rules.ts";
import type { Calendar } from "./calendar.ts";
import { calendarRules } from "./calendars/catalog.ts";
import { DAY_MS } from "./civil-date.ts";
import { DeclarationReader } from "./declaration-reader.ts";
import { yearOfDay } from "./holidays.ts";
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

/** A calendar that is created from a declaration, such as one in a recording. */
export class DeclaredCalendar extends RuledCalendar {
  /** The declaration from which the calendar was created, frozen. */
  readonly declaration: CalendarDeclaration;

  constructor(rules: CalendarRules, declaration: CalendarDeclaration) {
    super(rules);
    this.declaration = declaration;
  }
}

/**
 * Creates a calendar from plain data. Throws `CALENDAR_INVALID` for an invalid declaration; the error names the member, the rule and the
 * value found.
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
  checkNoOverlap(reader, calendar, facts);
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
      throw reader.invalid(member, `omitted, since ${name} defines it`, declared[member]);
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

/** Checks that each session of the week begins after the previous session ends. */
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
        "hours that begin after the previous session of the week ends",
        was[WEEKDAYS[day % 7]!],
      );
    }
    end = hours.postClose + midnight;
  }
}

/** Checks that dates with declared hours do not overlap the sessions before and after them. */
function checkNoOverlap(reader: DeclarationReader, calendar: Calendar, facts: readonly CalendarFact[]): void {
  for (const { day } of facts) {
    const { length, preOpen, postClose, date } = calendar.sessions(day - 3, day + 3);
    for (let i = 1; i < length; i++) {
      if (preOpen[i]! >= postClose[i - 1]!) continue;
      const text = formatDate(date[i]! * DAY_MS);
      throw reader.invalid(`session of ${text}`, "after the end of the previous session", formatInstant(preOpen[i]!));
    }
  }
}

/** Returns a deeply frozen copy of a value. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map((item: unknown) => frozen(item))) as Value;
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, frozen(item)]))) as Value;
}

const DATED = ["date", "knownAt"];

/** Reads the dates of a declaration: holidays, closures and other hours. Throws `CALENDAR_INVALID`. */
function readFacts(
  reader: DeclarationReader,
  declared: Readonly<Record<string, unknown>>,
  base: CalendarRules,
): CalendarFact[] {
  const holidays = reader.list("holidays", declared.holidays).map((date, i) => reader.date(`holidays[${i}]`, date));
  const closed = new Set(holidays);
  const taken = new Set<number>();
  /** Checks that a date occurs at most once among sessions, early closes and late opens. It may also be a closure. */
  const once = (entries: readonly DatedEntry[]): readonly DatedEntry[] => {
    for (const { place, entry, day } of entries) {
      if (taken.has(day))
        throw reader.invalid(
          `${place}.date`,
          "a date that occurs only once in sessions, earlyCloses and lateOpens",
          entry.date,
        );
      taken.add(day);
    }
    return entries;
  };
  const dated = (list: string, members: readonly string[]): DatedEntry[] =>
    reader.list(list, declared[list]).map((value, i) => {
      const place = `${list}[${i}]`;
      const entry = reader.object(place, value, [...DATED, ...members]);
      const day = reader.date(`${place}.date`, entry.date);
      return { place, entry, day, knownAt: reader.knownAt(`${place}.knownAt`, entry.knownAt, base.zone) };
    });
  const extra = once(dated("sessions", [...HOURS_MEMBERS, "earlyClose"])).map(({ place, entry, day, knownAt }) => {
    if (entry.earlyClose !== undefined && typeof entry.earlyClose !== "boolean") {
      throw reader.invalid(`${place}.earlyClose`, "true or false", entry.earlyClose);
    }
    const hours = { ...readHours(reader, place, entry), earlyClose: entry.earlyClose === true };
    return { day, knownAt, change: () => hours };
  });
  const changed = [
    ...once(dated("earlyCloses", ["close", "post"])).map((at) => ({
      ...at,
      change: earlyClose(reader, at.place, at.entry),
    })),
    ...once(dated("lateOpens", ["open", "pre"])).map((at) => ({ ...at, change: lateOpen(reader, at.place, at.entry) })),
  ].map(({ place, entry, day, knownAt, change }): CalendarFact => {
    const before = closed.has(day) ? undefined : usualHours(base, yearOfDay(day))(day);
    if (before === undefined) throw reader.invalid(`${place}.date`, "a date that has a session", entry.date);
    // Computes the changed hours once, so that an invalid time throws now, not when a run reaches the date.
    change(before);
    return { day, knownAt, change: (hours) => hours && change(hours) };
  });
  return [
    ...holidays.map((day) => closure(day, -Infinity)),
    ...extra,
    ...changed,
    ...dated("closures", []).map(({ day, knownAt }) => closure(day, knownAt)),
  ];
}

interface DatedEntry {
  readonly place: string;
  readonly entry: Readonly<Record<string, unknown>>;
  readonly day: number;
  readonly knownAt: number;
}

/** Names of the members that state the hours of a session. */
const HOURS_MEMBERS = ["open", "close", "pre", "post", "breaks"] as const;

/** Reads the hours of a session. Throws `CALENDAR_INVALID` unless their times increase. */
function readHours(
  reader: DeclarationReader,
  member: string,
  declared: Readonly<Record<string, unknown>>,
): SessionHours {
  const open = reader.time(`${member}.open`, declared.open);
  const close = reader.time(`${member}.close`, declared.close);
  const preOpen = declared.pre === undefined ? open : reader.time(`${member}.pre`, declared.pre);
  const postClose = declared.post === undefined ? close : reader.time(`${member}.post`, declared.post);
  const breaks = reader.list(`${member}.breaks`, declared.breaks).map((pause, i): [number, number] => {
    const place = `${member}.breaks[${i}]`;
    if (!Array.isArray(pause) || pause.length !== 2) throw reader.invalid(place, "two times, from and to", pause);
    return [reader.time(`${place}[0]`, pause[0]), reader.time(`${place}[1]`, pause[1])];
  });
  if (close <= open)
    throw reader.invalid(`${member}.close`, `after the open, ${String(declared.open)}`, declared.close);
  if (preOpen > open) {
    throw reader.invalid(`${member}.pre`, `at or before the open, ${String(declared.open)}`, declared.pre);
  }
  if (postClose < close) {
    throw reader.invalid(`${member}.post`, `at or after the close, ${String(declared.close)}`, declared.post);
  }
  let free = open;
  for (const [from, to] of breaks) {
    if (from <= free || to <= from || to >= close) {
      throw reader.invalid(`${member}.breaks`, "inside the session, in order, without overlap", declared.breaks);
    }
    free = to;
  }
  return { preOpen, open, close, postClose, earlyClose: false, breaks };
}

/** Returns the hours of a date with an early close. Throws `CALENDAR_INVALID` if the close is not earlier than usual. */
function earlyClose(
  reader: DeclarationReader,
  member: string,
  declared: Readonly<Record<string, unknown>>,
): (usual: SessionHours) => SessionHours {
  const close = reader.time(`${member}.close`, declared.close);
  const postClose = declared.post === undefined ? close : reader.time(`${member}.post`, declared.post);
  if (postClose < close) {
    throw reader.invalid(`${member}.post`, `at or after the close, ${String(declared.close)}`, declared.post);
  }
  return (usual) => {
    if (close <= usual.open || close >= usual.close || usual.breaks.some(([from, to]) => close > from && close <= to)) {
      throw reader.invalid(
        `${member}.close`,
        "between the usual open and the usual close, and not in a break",
        declared.close,
      );
    }
    const breaks = usual.breaks.filter(([from]) => from < close);
    return { ...usual, close, postClose, breaks, earlyClose: true };
  };
}

/** Returns the hours of a date with a late open. Throws `CALENDAR_INVALID` if the open is not later than usual. */
function lateOpen(
  reader: DeclarationReader,
  member: string,
  declared: Readonly<Record<string, unknown>>,
): (usual: SessionHours) => SessionHours {
  const open = reader.time(`${member}.open`, declared.open);
  const pre = declared.pre === undefined ? undefined : reader.time(`${member}.pre`, declared.pre);
  if (pre !== undefined && pre > open) {
    throw reader.invalid(`${member}.pre`, `at or before the open, ${String(declared.open)}`, declared.pre);
  }
  return (usual) => {
    if (open <= usual.open || open >= usual.close || usual.breaks.some(([from, to]) => open >= from && open < to)) {
      throw reader.invalid(
        `${member}.open`,
        "between the usual open and the usual close, and not in a break",
        declared.open,
      );
    }
    const usualPre = usual.preOpen < usual.open ? usual.preOpen : open;
    const breaks = usual.breaks.filter(([from]) => from >= open);
    return { ...usual, open, preOpen: pre ?? usualPre, breaks };
  };
}
