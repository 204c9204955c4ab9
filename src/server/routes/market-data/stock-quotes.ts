import { StockQuotes, StockQuotesBody } from "../../../schemas/stock-quotes.ts";
import { stockQuotesOf } from "../../market-data/stock-quotes.ts";
import { defineRoute } from "../../route.ts";

export const stockQuotes = defineRoute({
  method: "POST",
  path: "/market-data/stocks/quotes",
  scope: "market_data:read",
  tag: "Market data",
  summary: "The latest quotes of up to 100 stocks",
  description: "Unknown symbols are told in errors; when none is known the answer is SYMBOL_NOT_FOUND.",
  body: StockQuotesBody,
  response: StockQuotes,
  handler: ({ body, view }) => stockQuotesOf(view, body),
});
