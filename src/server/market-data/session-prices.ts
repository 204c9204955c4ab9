import type { Quote } from "../../market/market-view.ts";
import { exactly, orNull, shownPrice, whole } from "../numbers.ts";
import { priceChange } from "./price-change.ts";

/** What quotes of exchange-traded instruments have in common. */
export function sessionPrices(quote: Quote, decimals: number) {
  const price = (value: number): number => shownPrice(value, decimals);
  const { change, percent } = priceChange(quote.price, quote.previousClose, decimals);
  return {
    price: price(quote.price),
    change,
    change_percent: percent,
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
