import { type Static, Type } from "typebox";
import { BID_AND_ASK, Nullable, Timestamp } from "./fields.ts";

export const CryptoQuoteQuery = Type.Object(
  {
    vs_currency: Type.String({
      default: "USD",
      pattern: "^[A-Za-z]{2,10}$",
      description: "Currency to which amounts are converted at recorded rates; case does not matter.",
      examples: ["EUR"],
    }),
  },
  { additionalProperties: false },
);
export type CryptoQuoteQuery = Static<typeof CryptoQuoteQuery>;

const exact = (what: string) =>
  Type.Optional(Type.Number({ description: `Exact ${what}; only present if it is not an integer.` }));

/** Quote of a coin at the session's current time. */
export const CryptoQuote = Type.Object(
  {
    symbol: Type.String({ description: "Symbol as requested: the base currency or the id of the instrument." }),
    name: Nullable(Type.String()),
    price: Type.Number(),
    change_24h: Nullable(Type.Number({ description: "Change of the price from the last price known 24 hours ago." })),
    change_percent_24h: Nullable(Type.Number()),
    volume_24h: Type.Integer({ description: "Volume of the last 24 hours, in units of the coin." }),
    market_cap: Nullable(Type.Integer()),
    circulating_supply: Nullable(Type.Integer()),
    total_supply: Nullable(Type.Integer()),
    ath: Nullable(Type.Number({ description: "All-time high of the price up to the current time." })),
    ath_date: Nullable({ ...Timestamp, description: "Start of the bar in which the all-time high was reached." }),
    timestamp: { ...Timestamp, description: "Time of the last price." },
    id: Type.String({ description: "Id of the instrument for orders and the stream." }),
    vs_currency: Type.String({ description: "Currency of the amounts." }),
    ...BID_AND_ASK,
    volume_24h_exact: exact("volume"),
    circulating_supply_exact: exact("circulating supply"),
    total_supply_exact: exact("total supply"),
  },
  {
    examples: [
      {
        symbol: "BTC",
        name: "Bitcoin (synthetic)",
        price: 869.71659473,
        change_24h: -13.93942218,
        change_percent_24h: -1.5775,
        volume_24h: 22013,
        market_cap: 16489183046,
        circulating_supply: 18959260,
        total_supply: 18959260,
        ath: 925.03377906,
        ath_date: "2023-12-05T15:00:00.000Z",
        timestamp: "2023-12-15T17:00:00.000Z",
        id: "BTCUSD",
        vs_currency: "EUR",
      },
    ],
  },
);
export type CryptoQuote = Static<typeof CryptoQuote>;
