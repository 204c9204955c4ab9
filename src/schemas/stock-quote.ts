import { type Static, Type } from "typebox";
import { BID_AND_ASK, InstrumentId, Literals, MarketStatus, Nullable, Timestamp } from "./fields.ts";

/** Quote of a stock, fund or index at the session's current time. */
export const StockQuote = Type.Object(
  {
    symbol: Type.String({ description: "Id of the instrument." }),
    name: Nullable(Type.String()),
    price: Type.Number({ description: "Last known price." }),
    change: Nullable(
      Type.Number({
        description: "Change of the price from the last regular close before the session, adjusted for splits.",
      }),
    ),
    change_percent: Nullable(
      Type.Number({ description: "Change of the price in percent of the last regular close before the session." }),
    ),
    volume: Type.Integer({
      description: "Volume of the session so far, or of the last session while the market is closed.",
    }),
    volume_exact: Type.Optional(
      Type.Number({ description: "Exact volume; only present if the volume is not an integer." }),
    ),
    market_cap: Nullable(
      Type.Integer({ description: "Price times the number of shares outstanding that is known at the current time." }),
    ),
    pe_ratio: Nullable(
      Type.Number({
        description:
          "Price divided by the earnings per share that are known at the current time; null unless these are above 0.",
      }),
    ),
    day_high: Type.Number({
      description: "High of the session so far, or of the last session while the market is closed.",
    }),
    day_low: Type.Number({
      description: "Low of the session so far, or of the last session while the market is closed.",
    }),
    week_52_high: Nullable(Type.Number({ description: "Highest price of the last year, adjusted for splits." })),
    week_52_low: Nullable(Type.Number({ description: "Lowest price of the last year, adjusted for splits." })),
    ...BID_AND_ASK,
    timestamp: { ...Timestamp, description: "Time of the last price." },
    market_status: MarketStatus,
  },
  {
    examples: [
      {
        symbol: "AAPL",
        name: "Apple (synthetic)",
        price: 111.29,
        change: 2.01,
        change_percent: 1.8393,
        volume: 17056161,
        market_cap: 1630773532165,
        pe_ratio: 21.9075,
        day_high: 111.49,
        day_low: 110.7,
        week_52_high: 123.85,
        week_52_low: 64.85,
        timestamp: "2023-12-15T17:00:00.000Z",
        market_status: "open",
      },
    ],
  },
);
export type StockQuote = Static<typeof StockQuote>;

/** Fields of a quote that a request can select. */
const STOCK_QUOTE_FIELDS = [
  "symbol",
  "name",
  "price",
  "change",
  "change_percent",
  "volume",
  "market_cap",
  "pe_ratio",
  "day_high",
  "day_low",
  "week_52_high",
  "week_52_low",
  "bid",
  "ask",
  "timestamp",
  "market_status",
] as const satisfies readonly (keyof StockQuote)[];

/** Request for quotes of several symbols, optionally only some fields. */
export const StockQuotesBody = Type.Object(
  {
    symbols: Type.Array(InstrumentId, {
      minItems: 1,
      maxItems: 100,
      description: "Ids of instruments. Duplicates are ignored.",
    }),
    fields: Type.Optional(
      Type.Array(Literals(STOCK_QUOTE_FIELDS), {
        maxItems: 100,
        description: "Fields of the quotes. Default: all fields. If the list is empty, quotes have only the symbol.",
      }),
    ),
  },
  { additionalProperties: false, examples: [{ symbols: ["AAPL", "MSFT"], fields: ["price", "change"] }] },
);
export type StockQuotesBody = Static<typeof StockQuotesBody>;

const UnknownSymbol = Type.Object({
  code: Type.String(),
  message: Type.String(),
  details: Type.Object({
    symbol: Type.String(),
    suggestion: Type.Unsafe<string | null>({ type: ["string", "null"] }),
  }),
});

export const StockQuotes = Type.Object(
  {
    quotes: Type.Record(Type.String(), Type.Interface([Type.Partial(StockQuote)], { symbol: Type.String() }), {
      description: "Quotes by id, with the symbol and the selected fields.",
    }),
    errors: Type.Record(Type.String(), UnknownSymbol, { description: "Errors of unknown symbols, by symbol." }),
    timestamp: { ...Timestamp, description: "Time of the response." },
  },
  {
    examples: [
      {
        quotes: {
          AAPL: { symbol: "AAPL", price: 111.29, change_percent: 1.8393 },
          MSFT: { symbol: "MSFT", price: 171.74, change_percent: -0.3481 },
        },
        errors: {
          APPL: {
            code: "SYMBOL_NOT_FOUND",
            message: 'symbol must be known at the current time, was "APPL"; did you mean AAPL?',
            details: { symbol: "APPL", suggestion: "AAPL" },
          },
        },
        timestamp: "2023-12-15T17:00:00.000Z",
      },
    ],
  },
);
export type StockQuotes = Static<typeof StockQuotes>;
