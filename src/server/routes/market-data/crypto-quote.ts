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
  description:
    "Change and volume are of the last 24 hours. Amounts are in `vs_currency`, converted by recorded rates of now; a currency to which no rates lead is refused with those that are allowed.",
  params: SymbolPath,
  query: CryptoQuoteQuery,
  response: CryptoQuote,
  handler: ({ params: { symbol }, query, view }) =>
    cryptoQuoteOf(view, findCoin(view, symbol), symbol, query.vs_currency),
});
