import { formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { DAY_MS, daysOfDate } from "./civil-date.ts";
import { parseDate, parseInstant } from "./instant.ts";

const FIRST_DAY = daysOfDate(1900, 1, 1);
const LAST_DAY = daysOfDate(2199, 12, 31);

/** Reads the members of a declared calendar. Throws `CALENDAR_INVALID` with the path of the invalid member. */
export class DeclarationReader {
  readonly #calendar: string;

  constructor(calendar: string) {
    this.#calendar = calendar;
  }

  invalid(member: string, mustBe: string, was: unknown): HindcastError {
    return new HindcastError(
      "CALENDAR_INVALID",
      `${member} of calendar ${this.#calendar} must be ${mustBe}, was ${formatValue(was)}`,
      { calendar: this.#calendar, member, mustBe, was },
    );
  }

  /** Reads a member that must be an object with only the allowed members. */
  object(member: string, value: unknown, allowed: readonly string[]): Readonly<Record<string, unknown>> {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw this.invalid(member, `an object with ${allowed.join(", ")}`, value);
    }
    const unknown = Object.keys(value).find((key) => !allowed.includes(key));
    if (unknown !== undefined) throw this.invalid(`member of ${member}`, `one of ${allowed.join(", ")}`, unknown);
    return value as Readonly<Record<string, unknown>>;
  }

  /** Reads a member that must be a list; returns an empty list if the member is omitted. */
  list(member: string, value: unknown): readonly unknown[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.invalid(member, "a list", value);
    return value;
  }

  text(member: string, value: unknown): string {
    if (typeof value !== "string" || value.trim() === "") throw this.invalid(member, "non-empty text", value);
    return value;
  }

  /** Reads a member that must be a date, and returns it in days since 1970-01-01. */
  date(member: string, value: unknown): number {
    const mustBe = "an existing date YYYY-MM-DD from 1900 to 2199";
    if (typeof value !== "string") throw this.invalid(member, mustBe, value);
    let day: number;
    try {
      day = parseDate(value) / DAY_MS;
    } catch {
      throw this.invalid(member, mustBe, value);
    }
    if (day < FIRST_DAY || day > LAST_DAY) throw this.invalid(member, mustBe, value);
    return day;
  }

  /** Reads the time at which a change became known, in epoch milliseconds; -Infinity if the member is omitted. */
  knownAt(member: string, value: unknown, zone: string): number {
    if (value === undefined) return -Infinity;
    const mustBe = "an instant such as 2018-12-01T22:00Z";
    if (typeof value !== "string") throw this.invalid(member, mustBe, value);
    try {
      return parseInstant(value, zone);
    } catch {
      throw this.invalid(member, mustBe, value);
    }
  }

  /** Reads a time of day, and returns it in minutes from the midnight that begins the session's date. */
  time(member: string, value: unknown): number {
    const match = typeof value === "string" ? TIME.exec(value) : null;
    if (match === null) {
      throw this.invalid(member, "a time of day HH:mm, with -1 for the day before and +1 for the day after", value);
    }
    const [, hour, minute, days = "0"] = match;
    return hour === undefined ? 24 * 60 : (Number(days) * 24 + Number(hour)) * 60 + Number(minute);
  }
}

const TIME = /^(?:([01]\d|2[0-3]):([0-5]\d)([+-]1)?|24:00)$/;
