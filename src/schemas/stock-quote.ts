import { type Static, Type } from "typebox";
import { InstrumentId, Literals, MarketStatus, Nullable, Timestamp } from "./fields.ts";

/** What is known now of the price of a stock, a fund or an index. */
export const StockQuote = Type.Object(
  {
    symbol: Type.String({ description: "Id of the instrument." }),
    name: Nullable(Type.String()),
    price: Type.Number({ description: "The last price known." }),
    change: Nullable(
      Type.Number({ description: "Against the close of the regular session before, restated for splits." }),
    ),
    change_percent: Nullable(Type.Number({ description: "The change in percent of that close." })),
    volume: Type.Integer({ description: "Of the session so far; while the market is closed, of the last one." }),
    volume_exact: Type.Optional(Type.Number({ description: "The volume where it is no whole number." })),
    market_cap: Nullable(Type.Integer({ description: "Price times the shares outstanding that are known." })),
    pe_ratio: Nullable(
      Type.Number({
        description: "Price over the earnings of a share that are known; null where those are not above 0.",
      }),
    ),
    day_high: Type.Number({ description: "Of the session so far; while the market is closed, of the last one." }),
    day_low: Type.Number({ description: "Of the session so far; while the market is closed, of the last one." }),
    week_52_high: Nullable(Type.Number({ description: "Highest price of the last year, restated for splits." })),
    week_52_low: Nullable(Type.Number({ description: "Lowest price of the last year, restated for splits." })),
    timestamp: { ...Timestamp, description: "When the price was made." },
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

/** The fields by which parts of a quote may be asked for. */
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
  "timestamp",
  "market_status",
] as const satisfies readonly (keyof StockQuote)[];

/** Which quotes, and which of their fields. */
export const StockQuotesBody = Type.Object(
  {
    symbols: Type.Array(InstrumentId, {
      minItems: 1,
      maxItems: 100,
      description: "Ids; one that comes twice is answered once.",
    }),
    fields: Type.Optional(
      Type.Array(Literals(STOCK_QUOTE_FIELDS), {
        maxItems: 100,
        description: "Fields of a quote; all when left out, only the symbol when empty.",
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
      description: "By id: the symbol and the fields that were asked for.",
    }),
    errors: Type.Record(Type.String(), UnknownSymbol, { description: "By symbol: those that are unknown." }),
    timestamp: { ...Timestamp, description: "The moment of the answer." },
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
            message: 'symbol must be one that is known now, was "APPL"; did you mean AAPL?',
            details: { symbol: "APPL", suggestion: "AAPL" },
          },
        },
        timestamp: "2023-12-15T17:00:00.000Z",
      },
    ],
  },
);
export type StockQuotes = Static<typeof StockQuotes>;
