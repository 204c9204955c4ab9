import { Type, type Static } from "typebox";
import { closedObject, MarketStatus, Nullable, Timestamp } from "./fields.ts";

export const MarketClockQuery = closedObject({
  calendar: Type.Optional(
    Type.String({ maxLength: 32, description: "Name of a calendar; the recording's main one when left out." }),
  ),
});
export type MarketClockQuery = Static<typeof MarketClockQuery>;

/** The time of the market, and when it opens and closes next. */
export const MarketClock = Type.Object({
  timestamp: Timestamp,
  now: Timestamp,
  calendar: Type.String(),
  market_status: MarketStatus,
  next_open: Nullable(Timestamp),
  next_close: Nullable(Timestamp),
});
export type MarketClock = Static<typeof MarketClock>;
