import { roundHalfAway } from "../primitives/rounding.ts";

/*
 * Numbers as answers show them: rounded here and nowhere below, halves away from zero, never -0. Null is what is not known.
 */

/** Above this a double has no more digits than whole numbers have. */
const LARGEST = 2 ** 53;

const POWERS = Float64Array.from({ length: 23 }, (_, digits) => Number(`1e${digits}`));

/** A number to so many decimals. One with so many digits that its last lie before them stays as it is. */
export function rounded(value: number, decimals: number): number {
  const scale = POWERS[decimals];
  // Powers of ten are exact up to 22.
  if (scale === undefined) return Number.isFinite(decimals) ? Number(value.toPrecision(PRICE_DIGITS)) : value;
  const scaled = value * scale;
  if (!(Math.abs(scaled) < LARGEST)) return value;
  return roundHalfAway(scaled) / scale + 0;
}

/** Significant digits that a price keeps at least, however small a split factor or a rate of exchange makes it. */
const PRICE_DIGITS = 6;

/** The decimals in which a price is shown: those of its instrument, and more where these leave it fewer than six significant digits. */
export function shownDecimals(value: number, decimals: number): number {
  const size = Math.abs(value);
  return size >= LARGEST_SHORT || !(size > 0)
    ? decimals
    : Math.max(decimals, PRICE_DIGITS - 1 - Math.floor(Math.log10(size)));
}

/** From here on a price has six significant digits before its point. */
const LARGEST_SHORT = 10 ** (PRICE_DIGITS - 1);

/** A price in the decimals of its instrument, and in at least six significant digits. */
export function shownPrice(value: number, decimals: number): number {
  return rounded(value, shownDecimals(value, decimals));
}

/** The whole number next to a value. */
export function whole(value: number): number {
  return rounded(value, 0);
}

/** A number to ten significant digits, as indicators and greeks are shown. */
export function significant(value: number): number {
  return Number(value.toPrecision(SIGNIFICANT)) + 0;
}

export const SIGNIFICANT = 10;

/** Percent points: four decimals. */
export function percent(value: number): number {
  return rounded(value, 4);
}

/** Coins and their prices: eight decimals. */
export const CRYPTO_DECIMALS = 8;

/** What a function shows of a number that may be missing: null for one that is. */
export function orNull(value: number, shown: (value: number) => number): number | null {
  return Number.isFinite(value) ? shown(value) : null;
}

/** A companion of a whole number that tells its fraction: nothing where there is none. */
export function exactly<Name extends string>(name: Name, value: number): { readonly [N in Name]?: number } {
  const exact = rounded(value, CRYPTO_DECIMALS);
  return Number.isInteger(exact) ? {} : ({ [name]: exact } as { readonly [N in Name]?: number });
}
