import { MarketClock, MarketClockQuery } from "../../../schemas/market-clock.ts";
import { formatInstant } from "../../../time/instant.ts";
import { defineRoute } from "../../route.ts";

export const clock = defineRoute({
  method: "GET",
  path: "/market-data/clock",
  scope: "market_data:read",
  tag: "Market data",
  summary: "Get the market clock, with the next open and close",
  description:
    "`timestamp` is market time, not the host's time. Open and close are those of `calendar`, by default the main calendar; null if the calendar has no further session.",
  query: MarketClockQuery,
  response: MarketClock,
  handler: ({ view, now, query }) => {
    const calendar = query.calendar ?? view.mainCalendar;
    const market_status = view.status(calendar);
    const current = view.session(calendar);
    const next = view.nextSession(calendar);
    const close = current !== undefined && current.close > now ? current.close : next?.close;
    const timestamp = formatInstant(now);
    return {
      timestamp,
      now: timestamp,
      calendar,
      market_status,
      next_open: next === undefined ? null : formatInstant(next.open),
      next_close: close === undefined ? null : formatInstant(close),
    };
  },
});
