import type { MarketView } from "../../market/market-view.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import type { StockQuote } from "../../schemas/stock-quote.ts";
import { formatInstant } from "../../time/instant.ts";
import { orNull, percent, whole } from "../numbers.ts";
import { nameOf } from "./name-of.ts";
import { priceDecimals } from "./price-decimals.ts";
import { sessionPrices } from "./session-prices.ts";

/** The quote of a stock, a fund or an index as of now. */
export function stockQuoteOf(view: MarketView, instrument: RecordedInstrument): StockQuote {
  const quote = view.quote(instrument.symbol);
  return {
    symbol: instrument.symbol,
    name: nameOf(instrument),
    ...sessionPrices(quote, priceDecimals(instrument)),
    market_cap: orNull(quote.marketCap, whole),
    pe_ratio: orNull(quote.peRatio, percent),
    timestamp: formatInstant(quote.time),
    market_status: quote.status,
  };
}
