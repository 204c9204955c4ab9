import { significantDecimals } from "./packed-column.ts";

const MOST_DIGITS = 7;
const LEAST_DIGITS = 5;
const CENTS = 2;

/** Decimals of a curve of money: its cents, fewer where it is large, more where an account is kept in units of which it has few, such as bitcoin. */
export function equityDecimals(equity: ArrayLike<number>): number {
  const most = Math.max(CENTS, significantDecimals(equity, LEAST_DIGITS));
  return Math.min(most, significantDecimals(equity, MOST_DIGITS));
}
