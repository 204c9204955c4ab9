import { type Static, Type } from "typebox";
import { BID_AND_ASK, MarketStatus, Nullable, Timestamp } from "./fields.ts";

const unit = Nullable(Type.String({ description: "Unit of quantity to which the price refers, such as barrel." }));
const month = Nullable(Type.String({ description: "Contract month; null if prices of several contracts are joined." }));

/** Commodities known at the session's current time. */
export const Commodities = Type.Object({
  commodities: Type.Array(
    Type.Object({
      symbol: Type.String(),
      name: Nullable(Type.String()),
      exchange: Type.String(),
      unit,
      currency: Type.String(),
      contract_month: month,
      continuous: Type.Boolean({ description: "Whether prices of several contracts are joined into one series." }),
    }),
  ),
  timestamp: { ...Timestamp, description: "Time of the response." },
});
export type Commodities = Static<typeof Commodities>;

/** Quote of a commodity at the session's current time. */
export const CommodityQuote = Type.Object(
  {
    symbol: Type.String(),
    name: Nullable(Type.String()),
    price: Type.Number(),
    change: Nullable(Type.Number()),
    change_percent: Nullable(Type.Number()),
    volume: Type.Integer(),
    day_high: Type.Number(),
    day_low: Type.Number(),
    week_52_high: Nullable(Type.Number()),
    week_52_low: Nullable(Type.Number()),
    unit,
    currency: Type.String(),
    contract_month: month,
    market_status: MarketStatus,
    ...BID_AND_ASK,
    timestamp: { ...Timestamp, description: "Time of the last price." },
    volume_exact: Type.Optional(
      Type.Number({ description: "Exact volume; only present if the volume is not an integer." }),
    ),
  },
  {
    examples: [
      {
        symbol: "GC=F",
        name: "Gold, joined futures (synthetic)",
        price: 884.8,
        change: 6.3,
        change_percent: 0.7171,
        volume: 205953,
        day_high: 886.4,
        day_low: 879.7,
        week_52_high: 1074.5,
        week_52_low: 758.2,
        unit: "troy ounce",
        currency: "USD",
        contract_month: null,
        market_status: "open",
        timestamp: "2023-12-15T17:00:00.000Z",
      },
    ],
  },
);
export type CommodityQuote = Static<typeof CommodityQuote>;
