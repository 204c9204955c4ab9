import { ForexQuote } from "../../../schemas/forex-quote.ts";
import { PairPath } from "../../../schemas/instrument-id.ts";
import { findPair } from "../../market-data/find-instrument.ts";
import { forexQuoteOf } from "../../market-data/forex-quote.ts";
import { defineRoute } from "../../route.ts";

export const forexQuote = defineRoute({
  method: "GET",
  path: "/market-data/forex/:pair/quote",
  scope: "market_data:read",
  tag: "Market data",
  summary: "The latest quote of a pair of currencies",
  description:
    "Bid and ask of now, their spread in units of price, and the change of their middle in 24 hours. Where no bid and ask are recorded both are the last price, and `indicative` is true.",
  params: PairPath,
  response: ForexQuote,
  handler: ({ params, view }) => forexQuoteOf(view, findPair(view, params.pair)),
});
