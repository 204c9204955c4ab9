import { param } from "./param.ts";

/** Parameter that chooses population or sample variance. */
export const varianceKind = param.choice(["population", "sample"], {
  default: "population",
  description: "variance divided by n (population) or by n - 1 (sample)",
});

/** Returns the factor that converts a population variance to the chosen kind. */
export function varianceFactor(period: number, kind: "population" | "sample"): number {
  return kind === "sample" ? period / (period - 1) : 1;
}

/** Returns whether the variance is undefined, as the sample variance of one bar is. */
export const isSampleOfOne = (_: unknown, { period, kind }: Readonly<Record<string, unknown>>): boolean =>
  period === 1 && kind === "sample";
