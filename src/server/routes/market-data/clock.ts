import { MarketClock, MarketClockQuery } from "../../../schemas/market-clock.ts";
import { formatInstant } from "../../../time/instant.ts";
import { defineRoute } from "../../route.ts";

export const clock = defineRoute({
  method: "GET",
  path: "/market-data/clock",
  scope: "market_data:read",
  tag: "Market data",
  summary: "The time of the market, and when it opens and closes next",
  description:
    "`timestamp` is the market's now, not the host's. Open and close are those of the calendar that is named, or of the main one; null where its days end.",
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
