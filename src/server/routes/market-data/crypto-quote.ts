import { CryptoQuote, CryptoQuoteQuery } from "../../../schemas/crypto-quote.ts";
import { SymbolPath } from "../../../schemas/instrument-id.ts";
import { cryptoQuoteOf } from "../../market-data/crypto-quote.ts";
import { findCoin } from "../../market-data/find-instrument.ts";
import { defineRoute } from "../../route.ts";

export const cryptoQuote = defineRoute({
  method: "GET",
  path: "/market-data/crypto/:symbol/quote",
  scope: "market_data:read",
  tag: "Market data",
  summary: "The latest quote of a coin, by its base or id",
  params: SymbolPath,
  query: CryptoQuoteQuery,
  response: CryptoQuote,
  handler: ({ params: { symbol }, query, view }) =>
    cryptoQuoteOf(view, findCoin(view, symbol), symbol, query.vs_currency),
});
