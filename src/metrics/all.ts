/** All metrics, one family per file. Exported as `metrics` and listed by the catalog. */
export * from "./benchmark.ts";
export * from "./costs.ts";
export * from "./drawdowns.ts";
export * from "./excursions.ts";
export * from "./exposure.ts";
export * from "./monthly-returns.ts";
export * from "./ratios.ts";
export * from "./returns.ts";
export * from "./risk.ts";
export * from "./trades.ts";
