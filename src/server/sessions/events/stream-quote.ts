import type { MarketView, Quote } from "../../../market/market-view.ts";
import type { AssetClass } from "../../../market/recorded-market.ts";
import { formatInstant } from "../../../time/instant.ts";
import { priceChange, priceDecimals } from "../../market-data/prices.ts";
import { exactMember, orNull, shownPrice, roundedToInteger } from "../../numbers.ts";
import type { QuoteEvent } from "../session-event.ts";

/** The earlier price with which a quote is compared, and the matching volume. */
interface Reference {
  earlier(quote: Quote): number;
  volume(quote: Quote): number;
}

/** For markets with sessions: the previous close, and the volume of the session. */
const SESSION: Reference = { earlier: ({ previousClose }) => previousClose, volume: ({ volume }) => volume };
/** For markets without sessions: the price 24 hours earlier, and the volume since then. */
const DAY: Reference = { earlier: ({ price24hAgo }) => price24hAgo, volume: ({ volume24h }) => volume24h };

const REFERENCES: Readonly<Record<AssetClass, Reference>> = {
  stock: SESSION,
  etf: SESSION,
  index: SESSION,
  commodity: SESSION,
  option: SESSION,
  crypto: DAY,
  forex: DAY,
};

/** Returns the quote of an instrument for the stream, with the same numbers as the quote over HTTP at the same time. */
export function streamQuote(view: MarketView, symbol: string, exact = false): QuoteEvent {
  const instrument = view.instrument(symbol);
  const quote = view.quote(symbol);
  const decimals = priceDecimals(instrument);
  const price = (value: number): number => (exact ? value : shownPrice(value, decimals));
  const reference = REFERENCES[instrument.assetClass];
  const volume = reference.volume(quote);
  const { change, percent } = priceChange(quote.price, reference.earlier(quote), decimals);
  return {
    type: "quote",
    symbol: instrument.symbol,
    price: price(quote.price),
    bid: orNull(quote.bid, price),
    ask: orNull(quote.ask, price),
    change,
    change_percent: percent,
    volume: roundedToInteger(volume),
    ...exactMember("volume_exact", volume),
    market_status: quote.status,
    timestamp: formatInstant(quote.time),
  };
}
