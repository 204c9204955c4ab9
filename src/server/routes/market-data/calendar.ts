import type { MarketView } from "../../../market/market-view.ts";
import { HindcastError } from "../../../primitives/errors.ts";
import { Sessions, SessionsQuery } from "../../../schemas/sessions.ts";
import type { Session } from "../../../time/calendar.ts";
import { DAY_MS, daysOfDate } from "../../../time/civil-date.ts";
import { formatDate, formatInstant } from "../../../time/instant.ts";
import { queryDay } from "../../request-times.ts";
import { refused } from "../../errors/api-error.ts";
import { defineRoute } from "../../route.ts";

export const calendarRoute = defineRoute({
  method: "GET",
  path: "/market-data/calendar",
  scope: "market_data:read",
  tag: "Market data",
  summary: "When a market trades, as known now",
  description:
    "The sessions between two dates, with early closes and the hours before and after. From the current or last session when `start` is left out.",
  query: SessionsQuery,
  response: Sessions,
  handler: ({ query, view }) => sessionsOf(view, query),
});

const USUAL_DAYS = 30;
/** Days that one answer may span. */
const MOST_DAYS = 3660;
/** Days that may be asked for: each year that was asked for is kept. */
const FIRST_DAY = daysOfDate(1800, 1, 1);
const LAST_DAY = daysOfDate(2199, 12, 31);

/** The sessions of a calendar between two dates, as known now. Throws INVALID_PARAMETERS. */
function sessionsOf(view: MarketView, query: SessionsQuery): Sessions {
  const calendar = query.calendar ?? view.mainCalendar;
  const current = currentDay(view, calendar);
  const start = query.start === undefined ? current : toldDay("start", query.start);
  const end = query.end === undefined ? start + USUAL_DAYS : toldDay("end", query.end);
  if (end < start) {
    throw refused(`end must not be before start (${dated(start)}), was ${dated(end)}`, [
      { in: "query", parameter: "end", value: dated(end), reason: "date_range_empty" },
    ]);
  }
  if (end - start >= MOST_DAYS) {
    throw refused(`end must be less than ${MOST_DAYS} days after start, was ${end - start}`, [
      { in: "query", parameter: "end", value: dated(end), reason: "too_many_records" },
    ]);
  }
  return { calendar, sessions: view.sessions(calendar, start, end).map(shown) };
}

/** A date of the query that may be asked for. Throws INVALID_PARAMETERS. */
function toldDay(parameter: string, text: string): number {
  const day = queryDay(parameter, text);
  if (day >= FIRST_DAY && day <= LAST_DAY) return day;
  throw refused(`${parameter} must be a date from ${dated(FIRST_DAY)} to ${dated(LAST_DAY)}, was ${text}`, [
    { in: "query", parameter, value: text, reason: "date_out_of_range" },
  ]);
}

function shown({ date, open, close, earlyClose, preOpen, postClose }: Session): Sessions["sessions"][number] {
  return {
    date: dated(date),
    open: formatInstant(open),
    close: formatInstant(close),
    early_close: earlyClose,
    pre_open: formatInstant(preOpen),
    post_close: formatInstant(postClose),
  };
}

function dated(day: number): string {
  return formatDate(day * DAY_MS);
}

/** Date of the current or last session, of the next where there was none; throws for a calendar that is not known. */
function currentDay(view: MarketView, calendar: string): number {
  try {
    const session = view.session(calendar) ?? view.nextSession(calendar);
    return session?.date ?? Math.floor(view.now / DAY_MS);
  } catch (error) {
    if (!(error instanceof HindcastError) || error.code !== "CALENDAR_UNKNOWN") throw error;
    const allowed = error.details["known"] as readonly string[];
    throw refused(error.message, [
      { in: "query", parameter: "calendar", value: calendar, reason: "calendar_unknown", allowed: [...allowed] },
    ]);
  }
}
