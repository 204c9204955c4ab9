import type { MarketView } from "../../market/market-view.ts";
import type { FactKind, RecordedInstrument } from "../../market/recorded-market.ts";
import type { CryptoQuote } from "../../schemas/crypto-quote.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { formatInstant } from "../../time/instant.ts";
import { CRYPTO_DECIMALS, exactly, orNull, shownPrice, whole } from "../numbers.ts";
import { nameOf } from "./name-of.ts";
import { priceChange } from "./price-change.ts";
import { refused } from "./refused.ts";

/**
 * The quote of a coin as of now, amounts in a currency. Amounts of earlier moments are converted at the rates of those moments. `asked` is the symbol by which it was asked for. Throws INVALID_PARAMETERS for a currency to
 * which no recorded rates lead.
 */
export function cryptoQuoteOf(
  view: MarketView,
  instrument: RecordedInstrument,
  asked: string,
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
    symbol: asked.toUpperCase(),
    name: nameOf(instrument),
    price: amount(quote.price * rate),
    change_24h: change,
    change_percent_24h: percent,
    volume_24h: whole(quote.volume24h),
    market_cap: orNull(quote.marketCap * rate, whole),
    circulating_supply: orNull(circulating, whole),
    total_supply: orNull(total, whole),
    ath: orNull(high.price, amount),
    ath_date: Number.isNaN(high.time) ? null : formatInstant(high.time),
    timestamp: formatInstant(quote.time),
    id: symbol,
    vs_currency: currency,
    ...exactly("volume_24h_exact", quote.volume24h),
    ...exactlyKnown("circulating_supply_exact", circulating),
    ...exactlyKnown("total_supply_exact", total),
  };
}

function rateTo(view: MarketView, { currency }: RecordedInstrument, to: string): number {
  const rate = view.rate(currency, to);
  if (!Number.isNaN(rate)) return rate;
  const allowed = [...currencies(view)].filter((one) => !Number.isNaN(view.rate(currency, one))).toSorted();
  throw refused(`vs_currency must be one to which the recorded rates lead (${allowed.join(", ")}), was ${to}`, [
    { in: "query", parameter: "vs_currency", value: to, reason: "currency_unknown", allowed },
  ]);
}

/** What prices are stated in, and what pairs turn into it. */
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

function exactlyKnown<Name extends string>(name: Name, value: number): { readonly [N in Name]?: number } {
  return Number.isNaN(value) ? {} : exactly(name, value);
}
