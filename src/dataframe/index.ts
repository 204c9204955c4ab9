/** Converts bars, indicators and results to data frames of any library, and reads bars and columns from them. */
export type { AnyDataFrame } from "./any-frame.ts";
export type { Danfo, DataFrame, FrameMaker, FrameInput } from "./danfo.ts";
export type { Bars } from "../market/bars.ts";
export type { Column } from "../primitives/column.ts";
export {
  barsFromDataFrame,
  type BarsFromDataFrameOptions,
  columnsFromDataFrame,
  seriesFromDataFrame,
  type SeriesFromDataFrameOptions,
} from "./from-data-frame.ts";
export type { Series } from "../market/market-data.ts";
export { resultToDataFrames, type ResultDataFrames } from "./results-to-data-frames.ts";
export type { FrameColumns } from "./named-columns.ts";
export { toArrow, toParquet } from "./to-bytes.ts";
export { type FrameData, toDataFrame } from "./to-data-frame.ts";
export { trialsToDataFrame } from "./results-to-data-frames.ts";
export { walkForwardToDataFrames, type WalkForwardDataFrames } from "./results-to-data-frames.ts";
