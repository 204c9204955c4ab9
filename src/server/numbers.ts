import { roundHalfAway } from "../primitives/rounding.ts";

/*
 * Numbers as the API shows them. They are rounded only here: halves away from zero, never -0. Null means unknown.
 */

/** Above this, doubles have no fractional digits. */
const LARGEST_EXACT = 2 ** 53;

const POWERS = Float64Array.from({ length: 23 }, (_, digits) => Number(`1e${digits}`));

/** Rounds a number to a number of decimals. Numbers too large to have decimals stay unchanged. */
export function rounded(value: number, decimals: number): number {
  const scale = POWERS[decimals];
  // Powers of ten are exact up to 10^22.
  if (scale === undefined) return Number.isFinite(decimals) ? Number(value.toPrecision(PRICE_DIGITS)) : value;
  const scaled = value * scale;
  if (!(Math.abs(scaled) < LARGEST_EXACT)) return value;
  return roundHalfAway(scaled) / scale + 0;
}

/** Minimum number of significant digits of a shown price, even after a split or an exchange rate is applied. */
const PRICE_DIGITS = 6;

/**
 * Number of decimals with which a price is shown: that of its instrument, or more if the price would otherwise have fewer than six
 * significant digits.
 */
export function shownDecimals(value: number, decimals: number): number {
  const size = Math.abs(value);
  return size >= SIX_DIGITS_FROM || !(size > 0)
    ? decimals
    : Math.max(decimals, PRICE_DIGITS - 1 - Math.floor(Math.log10(size)));
}

/** Prices from here on have at least six digits before the decimal point. */
const SIX_DIGITS_FROM = 10 ** (PRICE_DIGITS - 1);

/** Rounds a price to the decimals of its instrument, but to at least six significant digits. */
export function shownPrice(value: number, decimals: number): number {
  return rounded(value, shownDecimals(value, decimals));
}

/** Rounds to the nearest integer. */
export function roundedToInteger(value: number): number {
  return rounded(value, 0);
}

/** Rounds to ten significant digits, which indicators and greeks have in responses. */
export function toSignificant(value: number): number {
  return Number(value.toPrecision(SIGNIFICANT)) + 0;
}

export const SIGNIFICANT = 10;

/** Rounds a percentage to four decimals. */
export function roundedPercent(value: number): number {
  return rounded(value, 4);
}

/** Number of decimals of coins and of their prices. */
export const CRYPTO_DECIMALS = 8;

/** Formats a number with `shown`. Returns null if the number is missing. */
export function orNull(value: number, shown: (value: number) => number): number | null {
  return Number.isFinite(value) ? shown(value) : null;
}

/** Returns a member with the exact value, to be added next to the rounded one. The result is empty if the value is an integer. */
export function exactMember<Name extends string>(name: Name, value: number): { readonly [N in Name]?: number } {
  const exact = rounded(value, CRYPTO_DECIMALS);
  return Number.isInteger(exact) ? {} : ({ [name]: exact } as { readonly [N in Name]?: number });
}
