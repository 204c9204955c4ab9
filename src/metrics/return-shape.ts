import type { Column } from "../primitives/column.ts";
import type { Moments } from "./moments.ts";

/** How a distribution of returns differs from the normal one. */
export interface ReturnShape {
  /** Third standardised moment; 0 for a symmetric distribution. */
  readonly skewness: number;
  /** Fourth standardised moment; 3 for the normal distribution. */
  readonly kurtosis: number;
}

/** Population moments (over n). NaN for fewer than two returns and for returns that do not vary. */
export function returnShape(returns: Column, { mean, deviation }: Moments): ReturnShape {
  if (!(deviation > 0)) return { skewness: NaN, kurtosis: NaN };
  const n = returns.length;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let i = 0; i < n; i++) {
    const difference = returns[i]! - mean;
    const square = difference * difference;
    second += square;
    third += square * difference;
    fourth += square * square;
  }
  return { skewness: third / n / ((second / n) * Math.sqrt(second / n)), kurtosis: (n * fourth) / (second * second) };
}
