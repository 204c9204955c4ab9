import { type Period, type PeriodLength, parsePeriod, PERIODS } from "../../time/period.ts";
import { refused } from "./refused.ts";

/** Days that each period has, more or less; `ytd` and `max` have no length. */
const DAYS: Readonly<Partial<Record<Period, number>>> = {
  "1d": 1,
  "5d": 5,
  "1mo": 30,
  "3mo": 91,
  "6mo": 182,
  "1y": 365,
  "2y": 730,
  "5y": 1826,
  "10y": 3652,
};

/**
 * The period of a text: one of the list, any number of days, weeks, months or years where `extended`. Throws INVALID_PARAMETERS, for a length that is
 * not in the list with the nearest one that is: 1mo for 30d.
 */
export function historyPeriod(text: string, extended: boolean): Period | PeriodLength {
  if ((PERIODS as readonly string[]).includes(text)) return text as Period;
  if (extended && LENGTH.test(text)) return parsePeriod(text);
  const allowed = [...PERIODS];
  const suggestion = nearestPeriod(text);
  const also = extended ? ", or a number from 1 to 9999 with d, wk, mo or y" : "";
  const hint = suggestion === undefined ? "" : `; did you mean ${suggestion}?`;
  throw refused(`period must be one of ${allowed.join(", ")}${also}, was ${text}${hint}`, [
    {
      in: "query",
      parameter: "period",
      value: text,
      reason: "period_unknown",
      allowed,
      ...(suggestion === undefined ? {} : { suggestion }),
    },
  ]);
}

const LENGTH = /^[1-9]\d{0,3}(?:d|wk|mo|y)$/;
const SPELLING = /^(\d{1,6})\s*(d|day|w|wk|week|m|mo|month|y|yr|year)s?$/;
const UNIT_DAYS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30.4, y: 365 };

function nearestPeriod(text: string): Period | undefined {
  const small = text.toLowerCase().trim();
  const same = PERIODS.find((period) => period === small);
  const match = SPELLING.exec(small);
  if (same !== undefined || match === null) return same;
  const days = Number(match[1]) * UNIT_DAYS[match[2]![0]!]!;
  if (days === 0) return "1d";
  const known = Object.entries(DAYS) as [Period, number][];
  const away = (of: number): number => Math.abs(Math.log(of / days));
  return known.reduce((best, one) => (away(one[1]) < away(best[1]) ? one : best))[0];
}
