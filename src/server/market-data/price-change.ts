import { remainder } from "../../primitives/rounding.ts";
import { orNull, percent, shownPrice } from "../numbers.ts";

/** By how much a price differs from an earlier one, in units of price and in percent of the earlier; null where one is not known. */
export function priceChange(
  price: number,
  earlier: number,
  decimals: number,
): { readonly change: number | null; readonly percent: number | null } {
  const change = price - earlier;
  return {
    // The noise of the subtraction must not pass for digits of a small change.
    change: orNull(change, () => shownPrice(remainder(price, earlier), decimals)),
    percent: orNull((change / earlier) * 100, percent),
  };
}
