/** Technical indicators: columns in, columns out, or nodes of a strategy's graph. */
export * from "./ta.ts";
export { indicators } from "./catalog.ts";
export { CANDLESTICK_SETTINGS } from "./patterns/candlestick-settings.ts";

// These types appear in the signatures of indicators. They are exported, so that code that exports an indicator can name its type.
export type { AnyIndicator, Indicator, IndicatorStream } from "./define.ts";
export type { GraphNode } from "./node.ts";
export type { Column, Numbers } from "../primitives/column.ts";
export type { Compat, IndicatorCategory, IndicatorSpec, InputNames, OutputSpec, UndefinedCase } from "./spec.ts";
export type { BooleanParam, ChoiceParam, IntegerParam, NumberParam, TextParam } from "../primitives/param-kinds.ts";
