import { SymbolPath } from "../../../schemas/instrument-id.ts";
import { StockQuote } from "../../../schemas/stock-quote.ts";
import { findStock } from "../../market-data/find-instrument.ts";
import { stockQuoteOf } from "../../market-data/stock-quote.ts";
import { defineRoute } from "../../route.ts";

export const stockQuote = defineRoute({
  method: "GET",
  path: "/market-data/stocks/:symbol/quote",
  scope: "market_data:read",
  tag: "Market data",
  summary: "The latest quote of a stock, fund or index",
  params: SymbolPath,
  response: StockQuote,
  handler: ({ params, view }) => stockQuoteOf(view, findStock(view, params.symbol)),
});
