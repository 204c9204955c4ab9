/** Metrics of a run. Each export of `metrics` is a function that computes a metric; its properties describe the metric. */
export * as metrics from "./all.ts";
export type { DatedEquity, MonthlyReturn } from "./monthly-returns.ts";

export * from "./breakdowns.ts";
export * from "./captures.ts";
export * from "./define.ts";
export * from "./drawdown-spells.ts";
export * from "./performance.ts";
export type * from "./performance-facts.ts";
export type { SummaryName } from "./catalog.ts";
export type { Summary } from "./summary.ts";
export * from "./rolling.ts";
export { sessionReturns } from "./session-returns.ts";
export type { Comoments, PartialMoments, ReturnShape, Tails } from "./statistics.ts";

export * from "./presets/summary-in.ts";
export type { MetricPreset } from "./presets/override.ts";

export type { Column, Numbers } from "../primitives/column.ts";
