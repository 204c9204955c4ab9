// The tape: recorded data sets and the readers that bring them in.
export type { BarFile } from "./bar-file.ts";
export type { BarFileOptions } from "./bar-file-options.ts";
export type { DuckDbMarket, DuckDbRange, DuckDbRequest } from "./duckdb/duckdb-market.ts";
export { type DuckDbOptions, type DuckDbPlace, openDuckDb } from "./duckdb/open-duckdb.ts";
export { exportCsv } from "./exports/csv.ts";
export { exportNdjson } from "./exports/ndjson.ts";
export { exportParquet } from "./exports/parquet.ts";
export { type CsvOptions, readCsv } from "./sources/csv.ts";
export { readNdjson } from "./sources/ndjson.ts";
export { readParquet } from "./sources/parquet.ts";
export { LoadedRecording } from "./recording/loaded-recording.ts";
export type { FileKind, Manifest, RecordedFile } from "./recording/manifest.ts";
export { openRecording } from "./recording/open-recording.ts";
export { type MarketDataRequest, type RecordedData, Recording } from "./recording/recording.ts";
export type { Selection } from "./recording/selection.ts";
export { writeRecording } from "./recording/write-recording.ts";
export { SYNTHETIC_SYMBOLS, type SyntheticOptions, syntheticMarket } from "./synthetic/synthetic-market.ts";
