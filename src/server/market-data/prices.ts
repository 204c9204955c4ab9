import type { Quote } from "../../market/market-view.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import { subtractDecimals } from "../../primitives/rounding.ts";
import { CRYPTO_DECIMALS, exactly, orNull, percent, shownPrice, whole } from "../numbers.ts";

/** What quotes of exchange-traded instruments have in common. */
export function sessionPrices(quote: Quote, decimals: number) {
  const price = (value: number): number => shownPrice(value, decimals);
  const { change, percent: change_percent } = priceChange(quote.price, quote.previousClose, decimals);
  return {
    price: price(quote.price),
    change,
    change_percent,
    volume: whole(quote.volume),
    ...exactly("volume_exact", quote.volume),
    // Before the first regular session of all, its range so far is the price.
    day_high: price(orPrice(quote.sessionHigh, quote)),
    day_low: price(orPrice(quote.sessionLow, quote)),
    week_52_high: orNull(quote.week52High, price),
    week_52_low: orNull(quote.week52Low, price),
  };
}

function orPrice(value: number, { price }: Quote): number {
  return Number.isNaN(value) ? price : value;
}

/** By how much a price differs from an earlier one, in units of price and in percent of the earlier; null where one is not known. */
export function priceChange(
  price: number,
  earlier: number,
  decimals: number,
): { readonly change: number | null; readonly percent: number | null } {
  const change = price - earlier;
  return {
    // The noise of the subtraction must not pass for digits of a small change.
    change: orNull(change, () => shownPrice(subtractDecimals(price, earlier), decimals)),
    percent: orNull((change / earlier) * 100, percent),
  };
}

const FOREX_DECIMALS = 5;
const YEN_DECIMALS = 3;

/** Decimals in which prices of an instrument are shown: those of the recording, of coins at least eight, of pairs at least five or, in yen, three. */
export function priceDecimals({ assetClass, currency, decimals }: RecordedInstrument): number {
  if (assetClass === "crypto") return Math.max(decimals, CRYPTO_DECIMALS);
  if (assetClass === "forex") return Math.max(decimals, currency === "JPY" ? YEN_DECIMALS : FOREX_DECIMALS);
  return decimals;
}
