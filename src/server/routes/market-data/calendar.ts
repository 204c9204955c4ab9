import type { MarketView } from "../../../market/market-view.ts";
import { HindcastError } from "../../../primitives/errors.ts";
import { Sessions, SessionsQuery } from "../../../schemas/sessions.ts";
import type { Session } from "../../../time/calendar.ts";
import { DAY_MS, daysOfDate } from "../../../time/civil-date.ts";
import { formatDate, formatInstant } from "../../../time/instant.ts";
import { parseQueryDate } from "../../request-times.ts";
import { refused } from "../../errors/api-error.ts";
import { defineRoute } from "../../route.ts";

export const calendarRoute = defineRoute({
  method: "GET",
  path: "/market-data/calendar",
  scope: "market_data:read",
  tag: "Market data",
  summary: "Get the sessions of a market, as known now",
  description:
    "Sessions between two dates, with early closes and extended hours. Starts at the current or last session by default.",
  query: SessionsQuery,
  response: Sessions,
  handler: ({ query, view }) => sessionsOf(view, query),
});

const USUAL_DAYS = 30;
/** Maximum number of days in one response. */
const MOST_DAYS = 3660;
/** First and last day that may be requested. Calendars keep every requested year in memory. */
const FIRST_DAY = daysOfDate(1800, 1, 1);
const LAST_DAY = daysOfDate(2199, 12, 31);

/** Returns the sessions of a calendar between two dates, as known at the market time. Throws INVALID_PARAMETERS. */
function sessionsOf(view: MarketView, query: SessionsQuery): Sessions {
  const calendar = query.calendar ?? view.mainCalendar;
  const current = currentDay(view, calendar);
  const start = query.start === undefined ? current : requestedDay("start", query.start);
  const end = query.end === undefined ? start + USUAL_DAYS : requestedDay("end", query.end);
  if (end < start) {
    throw refused(`end must not be before start (${formatDay(start)}), was ${formatDay(end)}`, [
      { in: "query", parameter: "end", value: formatDay(end), reason: "date_range_empty" },
    ]);
  }
  if (end - start >= MOST_DAYS) {
    throw refused(`end must be less than ${MOST_DAYS} days after start, was ${end - start}`, [
      { in: "query", parameter: "end", value: formatDay(end), reason: "too_many_records" },
    ]);
  }
  return { calendar, sessions: view.sessions(calendar, start, end).map(sessionRecord) };
}

/** Parses a date in the query. Throws INVALID_PARAMETERS for an invalid date or a date out of range. */
function requestedDay(parameter: string, text: string): number {
  const day = parseQueryDate(parameter, text);
  if (day >= FIRST_DAY && day <= LAST_DAY) return day;
  throw refused(`${parameter} must be a date from ${formatDay(FIRST_DAY)} to ${formatDay(LAST_DAY)}, was ${text}`, [
    { in: "query", parameter, value: text, reason: "date_out_of_range" },
  ]);
}

function sessionRecord({ date, open, close, earlyClose, preOpen, postClose }: Session): Sessions["sessions"][number] {
  return {
    date: formatDay(date),
    open: formatInstant(open),
    close: formatInstant(close),
    early_close: earlyClose,
    pre_open: formatInstant(preOpen),
    post_close: formatInstant(postClose),
  };
}

function formatDay(day: number): string {
  return formatDate(day * DAY_MS);
}

/** Returns the date of the current session, else of the last, else of the next one. Throws INVALID_PARAMETERS for an unknown calendar. */
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
