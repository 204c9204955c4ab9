import { checkInteger } from "../primitives/check.ts";
import { type CalendarFact, type CalendarRules, type SessionHours, usualHours } from "./calendar-rules.ts";
import type { Calendar, MarketStatus, Session, SessionColumns } from "./calendar.ts";
import { DAY_MS, daysOfDate } from "./civil-date.ts";
import { yearOfDay } from "./holidays.ts";
import { zoneOf } from "./zone.ts";

const FIRST_YEAR = 1;
const LAST_YEAR = 9998;
const FIRST_DAY = daysOfDate(FIRST_YEAR, 1, 1);
const LAST_DAY = daysOfDate(LAST_YEAR, 12, 31);

/** Number of years in which to search for the previous or next session. */
const SEARCHED_YEARS = 3;

/** Largest gap, in years, between cached sessions and newly requested ones that is filled so that both form one range. */
const BRIDGED_YEARS = 200;

/**
 * Calendar made from rules and from dated facts, such as unscheduled closures. Computes the sessions of a year on demand, once for each
 * number of facts known at the time of a query, and caches them. The time zone of the machine has no effect.
 */
export class RuledCalendar implements Calendar {
  readonly name: string;
  readonly title: string;
  readonly zone: string;
  readonly weekends: boolean;
  readonly sessionsPerYear: number;
  readonly rules: CalendarRules;
  /** Dated facts, such as closures, of each year, in the order in which they became known. */
  readonly #facts = new Map<number, CalendarFact[]>();
  /** Sessions of each year, by the number of its facts that are known. */
  readonly #tables = new Map<number, (SessionTable | undefined)[]>();
  /** Sessions of the years used so far, with all facts known, as one range. A distant year starts a new range. */
  #span: { readonly from: number; readonly to: number; readonly columns: SessionColumns } | undefined;

  constructor(rules: CalendarRules) {
    this.name = rules.name;
    this.title = rules.title;
    this.zone = rules.zone;
    this.weekends = rules.weekends;
    this.sessionsPerYear = rules.sessionsPerYear;
    this.rules = rules;
    for (const fact of rules.facts.toSorted((a, b) => compareTimes(a.knownAt, b.knownAt))) {
      const year = yearOfDay(fact.day);
      const known = this.#facts.get(year);
      if (known === undefined) this.#facts.set(year, [fact]);
      else known.push(fact);
    }
  }

  sessions(fromDay: number, toDay: number, knownAt = Infinity): SessionColumns {
    const first = yearOfDay(checkInteger("fromDay", fromDay, FIRST_DAY, LAST_DAY));
    const last = Math.max(yearOfDay(checkInteger("toDay", toDay, FIRST_DAY, LAST_DAY)), first);
    const columns = this.#allKnown(first, last, knownAt)
      ? this.#columnsOfYears(first, last)
      : this.#join(first, last, knownAt);
    return rows(columns, countUpTo(columns.date, fromDay - 1), countUpTo(columns.date, toDay));
  }

  session(day: number, knownAt = Infinity): Session | undefined {
    const table = this.#table(yearOfDay(checkInteger("day", day, FIRST_DAY, LAST_DAY)), knownAt);
    const i = countUpTo(table.date, day) - 1;
    return i >= 0 && table.date[i] === day ? sessionAt(table, i) : undefined;
  }

  lastSession(instant: number, knownAt = Infinity): Session | undefined {
    // A session may open on the previous evening, and its zone may be a day ahead of UTC.
    const last = yearOfDay(Math.floor(instant / DAY_MS) + 2);
    for (let year = last; year > last - SEARCHED_YEARS; year--) {
      const table = this.#table(year, knownAt);
      const count = countUpTo(table.open, instant);
      if (count > 0) return sessionAt(table, count - 1);
    }
    return undefined;
  }

  nextSession(instant: number, knownAt = Infinity): Session | undefined {
    const first = yearOfDay(Math.floor(instant / DAY_MS) - 2);
    for (let year = first; year < first + SEARCHED_YEARS; year++) {
      const table = this.#table(year, knownAt);
      const count = countUpTo(table.open, instant);
      if (count < table.length) return sessionAt(table, count);
    }
    return undefined;
  }

  status(instant: number, knownAt = Infinity): MarketStatus {
    const last = yearOfDay(Math.floor(instant / DAY_MS) + 2);
    for (let year = last; year > last - SEARCHED_YEARS; year--) {
      const table = this.#table(year, knownAt);
      const i = countUpTo(table.preOpen, instant) - 1;
      if (i < 0) continue;
      if (instant >= table.postClose[i]!) return "closed";
      if (instant < table.open[i]!) return "pre";
      if (instant >= table.close[i]!) return "post";
      return inBreak(table, i, instant) ? "closed" : "open";
    }
    return "closed";
  }

  #table(year: number, knownAt: number): SessionTable {
    let tables = this.#tables.get(year);
    if (tables === undefined) {
      tables = [];
      this.#tables.set(year, tables);
    }
    const known = this.#countKnown(year, knownAt);
    let table = tables[known];
    if (table === undefined) {
      table = sessionTable(this.#createSessions(year, known));
      tables[known] = table;
    }
    return table;
  }

  /** Counts the dated facts of a year that are known at `knownAt`. */
  #countKnown(year: number, knownAt: number): number {
    const facts = this.#facts.get(year);
    if (facts === undefined) return 0;
    let known = facts.length;
    // Written so that no fact counts as known if knownAt is NaN.
    while (known > 0 && !(facts[known - 1]!.knownAt <= knownAt)) known--;
    return known;
  }

  #createSessions(year: number, known: number): Session[] {
    if (year < FIRST_YEAR || year > LAST_YEAR) return [];
    const usual = usualHours(this.rules, year);
    const changes = (this.#facts.get(year) ?? []).slice(0, known);
    const sessions: Session[] = [];
    const end = daysOfDate(year + 1, 1, 1);
    for (let day = daysOfDate(year, 1, 1); day < end; day++) {
      let hours = usual(day);
      for (const fact of changes) if (fact.day === day) hours = fact.change(hours);
      if (hours !== undefined) sessions.push(this.#session(day, hours));
    }
    return sessions;
  }

  #session(day: number, hours: SessionHours): Session {
    const zone = zoneOf(this.zone);
    const at = (minutes: number): number => zone.toInstantOrAfter(day * DAY_MS + minutes * 60_000);
    return {
      date: day,
      preOpen: at(hours.preOpen),
      open: at(hours.open),
      close: at(hours.close),
      postClose: at(hours.postClose),
      earlyClose: hours.earlyClose,
      breaks: hours.breaks.map(([from, to]) => [at(from), at(to)] as const),
    };
  }

  #allKnown(first: number, last: number, knownAt: number): boolean {
    if (knownAt === Infinity) return true;
    for (let year = first; year <= last; year++) {
      if (this.#countKnown(year, knownAt) < (this.#facts.get(year)?.length ?? 0)) return false;
    }
    return true;
  }

  #columnsOfYears(first: number, last: number): SessionColumns {
    const span = this.#span;
    if (span !== undefined && span.from <= first && span.to >= last) return span.columns;
    const near = span !== undefined && first - span.to <= BRIDGED_YEARS && span.from - last <= BRIDGED_YEARS;
    const from = near ? Math.min(first, span.from) : first;
    const to = near ? Math.max(last, span.to) : last;
    const columns = this.#join(from, to, Infinity);
    this.#span = { from, to, columns };
    return columns;
  }

  #join(first: number, last: number, knownAt: number): SessionColumns {
    const tables: SessionColumns[] = [];
    for (let year = first; year <= last; year++) tables.push(this.#table(year, knownAt));
    return joinTables(tables);
  }
}

/** Compares two times. Subtraction would give NaN for equal infinities. */
function compareTimes(a: number, b: number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Sessions as columns. The breaks of session i are at `breakStart[i]` up to but not including `breakStart[i + 1]`. */
interface SessionTable extends SessionColumns {
  readonly breakStart: Int32Array;
  readonly breakFrom: Float64Array;
  readonly breakTo: Float64Array;
}

/** Returns the columns of sessions, which must be oldest first. */
function sessionTable(sessions: readonly Session[]): SessionTable {
  const breaks = sessions.flatMap((session) => session.breaks);
  const breakStart = new Int32Array(sessions.length + 1);
  for (const [i, session] of sessions.entries()) breakStart[i + 1] = breakStart[i]! + session.breaks.length;
  return {
    length: sessions.length,
    date: Float64Array.from(sessions, (session) => session.date),
    preOpen: Float64Array.from(sessions, (session) => session.preOpen),
    open: Float64Array.from(sessions, (session) => session.open),
    close: Float64Array.from(sessions, (session) => session.close),
    postClose: Float64Array.from(sessions, (session) => session.postClose),
    earlyClose: Uint8Array.from(sessions, (session) => (session.earlyClose ? 1 : 0)),
    breakStart,
    breakFrom: Float64Array.from(breaks, ([from]) => from),
    breakTo: Float64Array.from(breaks, ([, to]) => to),
  };
}

/** Returns session `i` of the table. */
function sessionAt(table: SessionTable, i: number): Session {
  return {
    date: table.date[i]!,
    preOpen: table.preOpen[i]!,
    open: table.open[i]!,
    close: table.close[i]!,
    postClose: table.postClose[i]!,
    earlyClose: table.earlyClose[i] === 1,
    breaks: table.breakFrom.length === 0 ? NO_BREAKS : breaksAt(table, i),
  };
}

const NO_BREAKS: Session["breaks"] = Object.freeze([]);

function breaksAt(table: SessionTable, i: number): Session["breaks"] {
  const breaks: [number, number][] = [];
  for (let b = table.breakStart[i]!; b < table.breakStart[i + 1]!; b++) {
    breaks.push([table.breakFrom[b]!, table.breakTo[b]!]);
  }
  return breaks;
}

/** Returns whether an instant is in a break of session `i`. */
function inBreak(table: SessionTable, i: number, instant: number): boolean {
  for (let b = table.breakStart[i]!; b < table.breakStart[i + 1]!; b++) {
    if (instant >= table.breakFrom[b]! && instant < table.breakTo[b]!) return true;
  }
  return false;
}

/** Counts the values of an increasing column that are at or below `bound`. */
function countUpTo(rising: Float64Array, bound: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle]! <= bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns a range of sessions as views of the same memory. */
function rows(table: SessionColumns, from: number, to: number): SessionColumns {
  return {
    length: Math.max(to - from, 0),
    date: table.date.subarray(from, to),
    preOpen: table.preOpen.subarray(from, to),
    open: table.open.subarray(from, to),
    close: table.close.subarray(from, to),
    postClose: table.postClose.subarray(from, to),
    earlyClose: table.earlyClose.subarray(from, to),
  };
}

/** Joins tables of sessions, in order of time, into one. */
function joinTables(tables: readonly SessionColumns[]): SessionColumns {
  const length = tables.reduce((sum, table) => sum + table.length, 0);
  const column = (): Float64Array<ArrayBuffer> => new Float64Array(length);
  const joined = {
    length,
    date: column(),
    preOpen: column(),
    open: column(),
    close: column(),
    postClose: column(),
    earlyClose: new Uint8Array(length),
  };
  let at = 0;
  for (const table of tables) {
    joined.date.set(table.date, at);
    joined.preOpen.set(table.preOpen, at);
    joined.open.set(table.open, at);
    joined.close.set(table.close, at);
    joined.postClose.set(table.postClose, at);
    joined.earlyClose.set(table.earlyClose, at);
    at += table.length;
  }
  return joined;
}
