import { Sessions, SessionsQuery } from "../../../schemas/sessions.ts";
import { sessionsOf } from "../../market-data/sessions.ts";
import { defineRoute } from "../../route.ts";

export const calendar = defineRoute({
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
