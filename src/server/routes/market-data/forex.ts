import type { MarketView } from "../../../market/market-view.ts";
import type { RecordedInstrument } from "../../../market/recorded-market.ts";
import { subtractDecimals } from "../../../primitives/rounding.ts";
import { ForexQuote } from "../../../schemas/forex-quote.ts";
import { History, HistoryQuery } from "../../../schemas/history.ts";
import { PairPath } from "../../../schemas/fields.ts";
import { formatInstant } from "../../../time/instant.ts";
import { findPair } from "../../market-data/find-instrument.ts";
import { historyBytes, historyPageOf } from "../../market-data/history.ts";
import { priceChange, priceDecimals } from "../../market-data/prices.ts";
import { shownPrice } from "../../numbers.ts";
import { defineRoute } from "../../route.ts";

export const forexQuote = defineRoute({
  method: "GET",
  path: "/market-data/forex/:pair/quote",
  scope: "market_data:read",
  tag: "Market data",
  summary: "The latest quote of a pair of currencies",
  description:
    "Current bid and ask, their spread in units of price, and the change of the mid price in 24 hours. Where no bid and ask are recorded both are the last price, and `indicative` is true.",
  params: PairPath,
  response: ForexQuote,
  handler: ({ params, view }) => forexQuoteOf(view, findPair(view, params.pair)),
});

/** The quote of a pair of currencies as of now. Where no bid and ask are recorded both are the last price, and the quote says so. */
function forexQuoteOf(view: MarketView, instrument: RecordedInstrument): ForexQuote {
  const decimals = priceDecimals(instrument);
  const quote = view.quote(instrument.symbol);
  const indicative = Number.isNaN(quote.bid) || Number.isNaN(quote.ask);
  const bid = shownPrice(indicative ? quote.price : quote.bid, decimals);
  const ask = shownPrice(indicative ? quote.price : quote.ask, decimals);
  const { change, percent } = priceChange(quote.price, quote.price24hAgo, decimals);
  return {
    pair: instrument.symbol,
    bid,
    ask,
    spread: shownPrice(subtractDecimals(ask, bid), decimals),
    change_24h: change,
    change_percent_24h: percent,
    timestamp: formatInstant(quote.time),
    indicative,
  };
}

export const forexHistory = defineRoute({
  method: "GET",
  path: "/market-data/forex/:pair/history",
  scope: "market_data:read",
  tag: "Market data",
  summary: "Completed bars of a pair of currencies",
  description:
    "Bars carry the instant of their start, and one that is still forming is left out. Volume is 0 where none is recorded.",
  params: PairPath,
  query: HistoryQuery,
  response: History,
  handler: (call) => historyBytes(historyPageOf(call, findPair(call.view, call.params.pair)), call.server.barSlabs),
});
