/** A stretch of history that ends now. */
export type Period = "1d" | "5d" | "1mo" | "3mo" | "6mo" | "1y" | "2y" | "5y" | "10y" | "ytd" | "max";

/** Every period, from short to long; `ytd` begins on 1 January of the exchange's date. */
export const PERIODS: readonly Period[] = Object.freeze([
  "1d",
  "5d",
  "1mo",
  "3mo",
  "6mo",
  "1y",
  "2y",
  "5y",
  "10y",
  "ytd",
  "max",
]);
