/** Numbers about a run, a family a file. Every metric exported here is in the catalogue. */
export * from "./benchmark.ts";
export * from "./breakdowns.ts";
export * from "./costs.ts";
export * from "./drawdowns.ts";
export * from "./excursions.ts";
export * from "./exposure.ts";
export * from "./monthly-returns.ts";
export * from "./ratios.ts";
export * from "./returns.ts";
export * from "./risk.ts";
export * from "./trades.ts";

export * from "./captures.ts";
export * from "./define.ts";
export * from "./drawdown-spells.ts";
export * from "./performance.ts";
export type * from "./performance-facts.ts";
export * from "./rolling.ts";
export { sessionReturns } from "./session-returns.ts";
export type { Comoments, PartialMoments, ReturnShape, Tails } from "./statistics.ts";

export * from "./presets/summary-in.ts";
export type { MetricPreset } from "./presets/override.ts";

export type { Column } from "../primitives/column.ts";
