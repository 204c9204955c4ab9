import { parameterError } from "../primitives/check.ts";

/** A stretch of history that ends now. */
export type Period = "1d" | "5d" | "1mo" | "3mo" | "6mo" | "1y" | "2y" | "5y" | "10y" | "ytd" | "max";

/** Every period, from short to long; `ytd` begins on 1 January of the exchange's date. */
export const PERIODS: readonly Period[] = Object.freeze([
  "1d",
  "5d",
  "1mo",
  "3mo",
  "6mo",
  "1y",
  "2y",
  "5y",
  "10y",
  "ytd",
  "max",
]);

/** How far back a period goes: sessions, days of the calendar, months of the calendar, to 1 January, or to the first record. */
export type PeriodLength =
  | { readonly sessions: number }
  | { readonly days: number }
  | { readonly months: number }
  | { readonly since: "year" | "always" };

/** The value, if it is a period. Throws PARAMETER_OUT_OF_RANGE: `period must be one of 1d, 5d, …, was "30d"`. */
export function checkPeriod(value: unknown): Period {
  if ((PERIODS as readonly unknown[]).includes(value)) return value as Period;
  throw parameterError("period", `one of ${PERIODS.join(", ")}`, value);
}

/** How far back a period goes. `1d` and `5d` are sessions, a year has twelve months. */
export function periodLength(period: Period): PeriodLength {
  if (period === "ytd") return { since: "year" };
  return period === "max" ? { since: "always" } : counted(period);
}

/**
 * How far back a period of any length goes, such as `30d`, `2wk` or `18mo`: a number of 1 to 9999 and `d` (sessions), `wk`, `mo` or `y`;
 * and those of `PERIODS`. Throws PARAMETER_OUT_OF_RANGE.
 *
 * @example
 * parsePeriod("30d"); // { sessions: 30 }
 */
export function parsePeriod(text: string): PeriodLength {
  if ((PERIODS as readonly string[]).includes(text)) return periodLength(text as Period);
  if (typeof text === "string" && /^[1-9]\d{0,3}(?:d|wk|mo|y)$/.test(text)) return counted(text);
  throw parameterError("period", "a number from 1 to 9999 with d, wk, mo or y, or ytd or max", text);
}

function counted(period: string): PeriodLength {
  const count = Number.parseInt(period, 10);
  if (period.endsWith("mo")) return { months: count };
  if (period.endsWith("wk")) return { days: count * 7 };
  return period.endsWith("y") ? { months: count * 12 } : { sessions: count };
}
