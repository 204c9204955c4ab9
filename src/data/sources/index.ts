// The sources: one line for each kind of file that bars can be read from.
export { csv } from "./csv.ts";
export { ndjson } from "./ndjson.ts";
export { parquet } from "./parquet.ts";
