import { param } from "./param.ts";

/** Whether a window is all there is, or a part of more. */
export const varianceKind = param.choice(["population", "sample"], {
  default: "population",
  description: "divided by the bars, or by one less",
});

/** What makes the variance of a population that of the kind. */
export function varianceFactor(period: number, kind: "population" | "sample"): number {
  return kind === "sample" ? period / (period - 1) : 1;
}

/** A sample of one bar has no variance. A constant, so that its type says itself in declarations. */
export const isSampleOfOne = (_: unknown, { period, kind }: Readonly<Record<string, unknown>>): boolean =>
  period === 1 && kind === "sample";
