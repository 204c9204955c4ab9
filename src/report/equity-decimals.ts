import { significantDecimals } from "./packed-column.ts";

const MOST_DIGITS = 7;
const LEAST_DIGITS = 5;

/** Decimals of a curve of money: its currency's, fewer where it is large, more where an account is kept in units of which it has few, such as bitcoin. */
export function equityDecimals(equity: ArrayLike<number>, currencyDecimals: number): number {
  const most = Math.max(currencyDecimals, significantDecimals(equity, LEAST_DIGITS));
  return Math.min(most, significantDecimals(equity, MOST_DIGITS));
}
