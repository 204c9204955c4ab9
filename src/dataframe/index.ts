/** Data frames of any library: bars, indicators and results into them, and back into columns. */
export type { AnyDataFrame } from "./any-frame.ts";
export type { Danfo, DataFrame, FrameMaker, MadeOf } from "./danfo.ts";
export type { Bars } from "../market/bars.ts";
export type { Column } from "../primitives/column.ts";
export { barsFromDataFrame, columnsFromDataFrame, type BarsFromDataFrameOptions } from "./from-data-frame.ts";
export { resultToDataFrames, type ResultDataFrames } from "./results-to-data-frames.ts";
export type { FrameColumns } from "./named-columns.ts";
export { toDataFrame } from "./to-data-frame.ts";
export { trialsToDataFrame } from "./results-to-data-frames.ts";
export { walkForwardToDataFrames, type WalkForwardDataFrames } from "./results-to-data-frames.ts";
