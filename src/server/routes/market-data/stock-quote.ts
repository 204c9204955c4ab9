import { SymbolPath } from "../../../schemas/instrument-id.ts";
import { StockQuote } from "../../../schemas/stock-quote.ts";
import { findStock } from "../../market-data/find-instrument.ts";
import { stockQuoteBytes } from "../../market-data/stock-quote.ts";
import { defineRoute } from "../../route.ts";

export const stockQuote = defineRoute({
  method: "GET",
  path: "/market-data/stocks/:symbol/quote",
  scope: "market_data:read",
  tag: "Market data",
  summary: "The latest quote of a stock, fund or index",
  description:
    "`price` is the last one that is known, an open, a close or the middle of a quote; change is against the close of the regular session before, restated for splits. Reads work while the market is closed.",
  params: SymbolPath,
  response: StockQuote,
  handler: ({ params, view }) => stockQuoteBytes(view, findStock(view, params.symbol)),
});
