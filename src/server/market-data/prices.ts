import type { Quote } from "../../market/market-view.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import { subtractDecimals } from "../../primitives/rounding.ts";
import { CRYPTO_DECIMALS, exactMember, orNull, roundedPercent, shownPrice, roundedToInteger } from "../numbers.ts";

/** Returns the prices that quotes of all exchange-traded instruments contain. */
export function sessionPrices(quote: Quote, decimals: number) {
  const price = (value: number): number => shownPrice(value, decimals);
  const { change, percent: change_percent } = priceChange(quote.price, quote.previousClose, decimals);
  return {
    price: price(quote.price),
    change,
    change_percent,
    volume: roundedToInteger(quote.volume),
    ...exactMember("volume_exact", quote.volume),
    // Before the first regular session, the day's high and low are the price itself.
    day_high: price(orPrice(quote.sessionHigh, quote)),
    day_low: price(orPrice(quote.sessionLow, quote)),
    week_52_high: orNull(quote.week52High, price),
    week_52_low: orNull(quote.week52Low, price),
  };
}

/** Returns the recorded bid and ask of a quote, converted by `show`; without a member for a missing one. */
export function bidAndAsk(
  { bid, ask }: Quote,
  show: (value: number) => number,
): { readonly bid?: number; readonly ask?: number } {
  return { ...(!Number.isNaN(bid) && { bid: show(bid) }), ...(!Number.isNaN(ask) && { ask: show(ask) }) };
}

function orPrice(value: number, { price }: Quote): number {
  return Number.isNaN(value) ? price : value;
}

/** Returns the change from an earlier price, absolute and in percent of the earlier price. Both are null if a price is missing. */
export function priceChange(
  price: number,
  earlier: number,
  decimals: number,
): { readonly change: number | null; readonly percent: number | null } {
  const change = price - earlier;
  return {
    // Subtracts without the error of binary subtraction, which would look like digits of a small change.
    change: orNull(change, () => shownPrice(subtractDecimals(price, earlier), decimals)),
    percent: orNull((change / earlier) * 100, roundedPercent),
  };
}

const FOREX_DECIMALS = 5;
const YEN_DECIMALS = 3;

/**
 * Returns the number of decimals with which an instrument's prices are shown: that of the recording, but at least eight for coins, five for
 * currency pairs, and three for pairs in yen.
 */
export function priceDecimals({ assetClass, currency, decimals }: RecordedInstrument): number {
  if (assetClass === "crypto") return Math.max(decimals, CRYPTO_DECIMALS);
  if (assetClass === "forex") return Math.max(decimals, currency === "JPY" ? YEN_DECIMALS : FOREX_DECIMALS);
  return decimals;
}
