import { Type, type Static } from "typebox";
import { closedObject, MarketStatus, Nullable, Timestamp } from "./fields.ts";

export const MarketClockQuery = closedObject({
  calendar: Type.Optional(
    Type.String({ maxLength: 32, description: "Name of a calendar. Default: the main calendar of the recording." }),
  ),
});
export type MarketClockQuery = Static<typeof MarketClockQuery>;

/** Market time, and the next open and close of a calendar. */
export const MarketClock = Type.Object({
  timestamp: Timestamp,
  now: Timestamp,
  calendar: Type.String(),
  market_status: MarketStatus,
  next_open: Nullable(Timestamp),
  next_close: Nullable(Timestamp),
});
export type MarketClock = Static<typeof MarketClock>;
