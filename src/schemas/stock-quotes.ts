import { type Static, Type } from "typebox";
import { InstrumentId } from "./instrument-id.ts";
import { Literals } from "./literals.ts";
import { STOCK_QUOTE_FIELDS, StockQuote } from "./stock-quote.ts";
import { Timestamp } from "./timestamp.ts";

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
        description: "Fields of a quote; all when left out, the symbol alone when empty.",
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
