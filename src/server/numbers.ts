import { roundHalfAway } from "../primitives/rounding.ts";

/*
 * Numbers as answers show them: rounded here and nowhere below, halves away from zero, never -0. Null is what is not known.
 */

/** Above this a double has no more digits than whole numbers have. */
const LARGEST = 2 ** 53;

const POWERS = Float64Array.from({ length: 23 }, (_, digits) => Number(`1e${digits}`));

/** A number to so many decimals. One with so many digits that its last lie before them stays as it is. */
export function rounded(value: number, decimals: number): number {
  const scale = POWERS[decimals]!;
  const scaled = value * scale;
  if (!(Math.abs(scaled) < LARGEST)) return value;
  return roundHalfAway(scaled) / scale + 0;
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
