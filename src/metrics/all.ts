/** Every metric under its name, a family a file: `metrics` of the room's door, and the catalog by name. */
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
