import type { MarketView } from "../../market/market-view.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import { remainder } from "../../primitives/rounding.ts";
import type { ForexQuote } from "../../schemas/forex-quote.ts";
import { formatInstant } from "../../time/instant.ts";
import { shownPrice } from "../numbers.ts";
import { priceChange } from "./price-change.ts";
import { priceDecimals } from "./price-decimals.ts";

/** The quote of a pair of currencies as of now. Where no bid and ask are recorded both are the last price, and the quote says so. */
export function forexQuoteOf(view: MarketView, instrument: RecordedInstrument): ForexQuote {
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
    spread: shownPrice(remainder(ask, bid), decimals),
    change_24h: change,
    change_percent_24h: percent,
    timestamp: formatInstant(quote.time),
    indicative,
  };
}
