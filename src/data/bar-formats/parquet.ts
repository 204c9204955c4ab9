import type { BarFormat } from "../bar-format.ts";
import { openParquet } from "../parquet/open-parquet.ts";

/** Parquet files. */
export const parquet: BarFormat = {
  name: "parquet",
  title: "Parquet, compressed or not",
  endings: [".parquet", ".pq"],
  matches: (bytes) => ["P", "A", "R", "1"].every((letter, i) => bytes[i] === letter.charCodeAt(0)),
  open: openParquet,
};
