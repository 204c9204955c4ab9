import type { MarketView } from "../../market/market-view.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import type { StockQuote } from "../../schemas/stock-quote.ts";
import { formatInstant } from "../../time/instant.ts";
import { orNull, shownPrice, whole } from "../numbers.ts";
import { nameOf } from "./name-of.ts";
import { priceDecimals } from "./price-decimals.ts";
import { sessionPrices } from "./session-prices.ts";

const RATIO_DECIMALS = 4;

/** The quote of a stock, a fund or an index as of now. */
export function stockQuoteOf(view: MarketView, instrument: RecordedInstrument): StockQuote {
  const quote = view.quote(instrument.symbol);
  const { day_high, day_low, week_52_high, week_52_low, ...prices } = sessionPrices(quote, priceDecimals(instrument));
  return {
    symbol: instrument.symbol,
    name: nameOf(instrument),
    ...prices,
    market_cap: orNull(quote.marketCap, whole),
    pe_ratio: orNull(quote.peRatio, (value) => shownPrice(value, RATIO_DECIMALS)),
    day_high,
    day_low,
    week_52_high,
    week_52_low,
    timestamp: formatInstant(quote.time),
    market_status: quote.status,
  };
}

/** Bytes of quotes by the view that they were read of: what a view answers never changes, and goes with it. */
const answered = new WeakMap<MarketView, Map<string, Buffer>>();

/** The quote of a stock as the bytes of its JSON, made once a moment: a clock that stands, or ticks slower than clients ask, answers with the same ones. */
export function stockQuoteBytes(view: MarketView, instrument: RecordedInstrument): Buffer {
  let quotes = answered.get(view);
  if (quotes === undefined) answered.set(view, (quotes = new Map()));
  let bytes = quotes.get(instrument.symbol);
  if (bytes === undefined) {
    bytes = Buffer.from(JSON.stringify(stockQuoteOf(view, instrument)));
    quotes.set(instrument.symbol, bytes);
  }
  return bytes;
}
