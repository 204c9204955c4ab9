// File formats to read bars from, one per line; catalog.ts reads these exports.
export { csv } from "../bar-formats/csv.ts";
export { ndjson } from "./ndjson.ts";
export { parquet } from "./parquet.ts";
