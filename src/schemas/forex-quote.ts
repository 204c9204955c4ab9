import { type Static, Type } from "typebox";
import { Nullable, Timestamp } from "./fields.ts";

/** Quote of a currency pair at the session's current time. */
export const ForexQuote = Type.Object(
  {
    pair: Type.String(),
    bid: Type.Number(),
    ask: Type.Number(),
    spread: Type.Number({ description: "Ask minus bid, in units of price." }),
    change_24h: Nullable(
      Type.Number({ description: "Change of the mid price from the last mid price known 24 hours ago." }),
    ),
    change_percent_24h: Nullable(Type.Number()),
    timestamp: { ...Timestamp, description: "Time of the last price." },
    indicative: Type.Boolean({
      description: "True if no bid and ask are recorded, so that both equal the last price.",
    }),
  },
  {
    examples: [
      {
        pair: "EURUSD",
        bid: 2.36089,
        ask: 2.36097,
        spread: 8e-5,
        change_24h: -0.00829,
        change_percent_24h: -0.3499,
        timestamp: "2023-12-15T17:00:00.000Z",
        indicative: false,
      },
    ],
  },
);
export type ForexQuote = Static<typeof ForexQuote>;
