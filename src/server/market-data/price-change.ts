import { orNull, percent, rounded } from "../numbers.ts";

/** By how much a price differs from an earlier one, in units of price and in percent of the earlier; null where one is not known. */
export function priceChange(
  price: number,
  earlier: number,
  decimals: number,
): { readonly change: number | null; readonly percent: number | null } {
  const change = price - earlier;
  return {
    change: orNull(change, (value) => rounded(value, decimals)),
    percent: orNull((change / earlier) * 100, percent),
  };
}
