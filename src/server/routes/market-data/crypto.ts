import type { MarketView } from "../../../market/market-view.ts";
import type { FactKind, RecordedInstrument } from "../../../market/recorded-market.ts";
import { CryptoQuote, CryptoQuoteQuery } from "../../../schemas/crypto-quote.ts";
import { History, HistoryQuery } from "../../../schemas/history.ts";
import { SymbolPath } from "../../../schemas/fields.ts";
import { DAY_MS } from "../../../time/civil-date.ts";
import { formatInstant } from "../../../time/instant.ts";
import { findCoin, nameOf } from "../../market-data/find-instrument.ts";
import { historyBytes, historyPageOf } from "../../market-data/history.ts";
import { bidAndAsk, priceChange } from "../../market-data/prices.ts";
import { refused } from "../../errors/api-error.ts";
import { CRYPTO_DECIMALS, exactMember, orNull, shownPrice, roundedToInteger } from "../../numbers.ts";
import { defineRoute } from "../../route.ts";

export const cryptoQuote = defineRoute({
  method: "GET",
  path: "/market-data/crypto/:symbol/quote",
  scope: "market_data:read",
  tag: "Market data",
  summary: "Get the latest quote of a coin by its base or symbol",
  description:
    "Change and volume cover the last 24 hours. Amounts are in `vs_currency`, converted at the current recorded rates. A currency without a rate is refused, and the error lists the allowed ones.",
  params: SymbolPath,
  query: CryptoQuoteQuery,
  response: CryptoQuote,
  handler: ({ params: { symbol }, query, view }) =>
    cryptoQuoteOf(view, findCoin(view, symbol), symbol, query.vs_currency),
});

export const cryptoHistory = defineRoute({
  method: "GET",
  path: "/market-data/crypto/:symbol/history",
  scope: "market_data:read",
  tag: "Market data",
  summary: "Get completed bars of a coin",
  description: "Timestamps are the starts of bars, and days begin at midnight UTC. The forming bar is left out.",
  params: SymbolPath,
  query: HistoryQuery,
  response: History,
  handler: (call) =>
    historyBytes(
      historyPageOf(call, findCoin(call.view, call.params.symbol), call.params.symbol),
      call.server.barCache,
    ),
});

/**
 * Returns the current quote of a coin, with amounts in a currency. Earlier amounts are converted at exchange rates of their own time.
 * Throws INVALID_PARAMETERS for a currency without a recorded rate.
 */
function cryptoQuoteOf(
  view: MarketView,
  instrument: RecordedInstrument,
  requestedSymbol: string,
  vsCurrency: string,
): CryptoQuote {
  const { symbol } = instrument;
  const currency = vsCurrency.toUpperCase();
  const rate = rateTo(view, instrument, currency);
  const quote = view.quote(symbol);
  const amount = (value: number): number => shownPrice(value, CRYPTO_DECIMALS);
  const rateBefore = view.rate(instrument.currency, currency, view.now - DAY_MS);
  const { change, percent } = priceChange(quote.price * rate, quote.price24hAgo * rateBefore, CRYPTO_DECIMALS);
  const high = view.highest(symbol, currency);
  const circulating = factOf(view, symbol, "circulating_supply");
  const total = factOf(view, symbol, "total_supply");
  return {
    symbol: requestedSymbol.toUpperCase(),
    name: nameOf(instrument),
    price: amount(quote.price * rate),
    change_24h: change,
    change_percent_24h: percent,
    volume_24h: roundedToInteger(quote.volume24h),
    market_cap: orNull(quote.marketCap * rate, roundedToInteger),
    circulating_supply: orNull(circulating, roundedToInteger),
    total_supply: orNull(total, roundedToInteger),
    ath: orNull(high.price, amount),
    ath_date: Number.isNaN(high.time) ? null : formatInstant(high.time),
    ...bidAndAsk(quote, (value) => amount(value * rate)),
    timestamp: formatInstant(quote.time),
    id: symbol,
    vs_currency: currency,
    ...exactMember("volume_24h_exact", quote.volume24h),
    ...exactMemberIfKnown("circulating_supply_exact", circulating),
    ...exactMemberIfKnown("total_supply_exact", total),
  };
}

function rateTo(view: MarketView, { currency }: RecordedInstrument, to: string): number {
  const rate = view.rate(currency, to);
  if (!Number.isNaN(rate)) return rate;
  const allowed = [...currencies(view)].filter((one) => !Number.isNaN(view.rate(currency, one))).toSorted();
  throw refused(`vs_currency must be a currency with recorded rates (${allowed.join(", ")}), was ${to}`, [
    { in: "query", parameter: "vs_currency", value: to, reason: "currency_unknown", allowed },
  ]);
}

/** Returns the currencies of the crypto and currency pairs that are listed at the market time. */
function currencies(view: MarketView): Set<string> {
  const found = new Set<string>();
  for (const assetClass of ["crypto", "forex"] as const) {
    for (const { instrument } of view.universe({ assetClass })) {
      found.add(instrument.currency);
      found.add(assetClass === "crypto" ? instrument.base : instrument.symbol.slice(0, CURRENCY_LETTERS));
    }
  }
  return found;
}

const CURRENCY_LETTERS = 3;

function factOf(view: MarketView, symbol: string, kind: FactKind): number {
  const value = view.fact(symbol, kind);
  return typeof value === "number" ? value : NaN;
}

function exactMemberIfKnown<Name extends string>(name: Name, value: number): { readonly [N in Name]?: number } {
  return Number.isNaN(value) ? {} : exactMember(name, value);
}
