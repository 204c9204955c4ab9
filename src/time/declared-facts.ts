import { type CalendarFact, type CalendarRules, closure, usualHours } from "./calendar-rules.ts";
import type { DeclarationReader } from "./declaration-reader.ts";
import { earlyClose, HOURS_MEMBERS, lateOpen, readHours } from "./declared-hours.ts";
import { yearOfDay } from "./holidays.ts";

const DATED = ["date", "knownAt"];

/** The dates of a declaration, on top of rules: holidays, closures and other hours. Throws CALENDAR_INVALID. */
export function readFacts(
  reader: DeclarationReader,
  declared: Readonly<Record<string, unknown>>,
  base: CalendarRules,
): CalendarFact[] {
  const holidays = reader.list("holidays", declared.holidays).map((date, i) => reader.date(`holidays[${i}]`, date));
  const closed = new Set(holidays);
  const taken = new Set<number>();
  /** One entry says what the hours of a date are; a closure may come on top of it. */
  const once = (entries: readonly DatedEntry[]): readonly DatedEntry[] => {
    for (const { place, entry, day } of entries) {
      if (taken.has(day)) throw reader.invalid(`${place}.date`, "a date whose hours are given once", entry.date);
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
    // Tried once here, so that a time that does not fit is refused when it is declared and not when it is met.
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
