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
  summary: "Get the latest quote of a currency pair",
  description:
    "Current bid and ask, the spread in price units, and the change of the mid price in 24 hours. If no bid and ask are recorded, both are the last price and `indicative` is true.",
  params: PairPath,
  response: ForexQuote,
  handler: ({ params, view }) => forexQuoteOf(view, findPair(view, params.pair)),
});

/**
 * Returns the current quote of a currency pair. If no bid and ask are recorded, both are the last price and the quote is marked as
 * indicative.
 */
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
  summary: "Get completed bars of a currency pair",
  description: "Timestamps are the starts of bars, and the forming bar is left out. Volume is 0 if none is recorded.",
  params: PairPath,
  query: HistoryQuery,
  response: History,
  handler: (call) => historyBytes(historyPageOf(call, findPair(call.view, call.params.pair)), call.server.barCache),
});
