import { finite as finiteOf } from "./numbers.ts";

/** A constant of this module is built into its loops, see `finite`. */
const finite = finiteOf;

/** How two series move within a window, each by itself and together. */
export class Comoments {
  /** Population variance of the one series, of the other, and their covariance. */
  sourceVariance = NaN;
  otherVariance = NaN;
  covariance = NaN;
}

/** Writes the moments of a window of `period` bars, from its sums of differences from an anchor, of their squares and of their products. */
export function writeComoments(
  into: Comoments,
  period: number,
  sum: number,
  otherSum: number,
  squares: number,
  otherSquares: number,
  products: number,
): Comoments {
  const mean = sum / period;
  const otherMean = otherSum / period;
  const spread = squares / period - mean * mean;
  const otherSpread = otherSquares / period - otherMean * otherMean;
  into.sourceVariance = spread <= 0 ? 0 : spread;
  into.otherVariance = otherSpread <= 0 ? 0 : otherSpread;
  into.covariance = finite(products / period - mean * otherMean);
  return into;
}
