import { finite as finiteOf } from "./numbers.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

/** Variances and covariance of two series within a window. */
export class Comoments {
  /** Population variances of both series, and their covariance. */
  sourceVariance = NaN;
  otherVariance = NaN;
  covariance = NaN;
}

/** Sets the moments of a window from sums of differences from an anchor, of their squares and of their products; returns `into`. */
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
