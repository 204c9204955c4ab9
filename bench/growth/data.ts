import { resample } from "hindcast";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportCsv, exportParquet, readCsv, readParquet } from "hindcast/data";
import { minutesOf } from "./bars.ts";
import type { Axis } from "./axis.ts";

const folder = mkdtempSync(join(tmpdir(), "hindcast-growth-"));

/** Axes of files and of bars. */
export const dataAxes: readonly Axis[] = [
  {
    name: "rows of a CSV file",
    most: 1_000_000,
    prepare: async (rows) => {
      const path = join(folder, `${rows}.csv`);
      await exportCsv(path, minutesOf(rows));
      return () => readCsv(path, { zone: "UTC" });
    },
  },
  {
    name: "rows of a Parquet file",
    most: 1_000_000,
    prepare: async (rows) => {
      const path = join(folder, `${rows}.parquet`);
      await exportParquet(path, minutesOf(rows));
      return () => readParquet(path);
    },
  },
  {
    name: "bars that are made into hours",
    most: 3_000_000,
    prepare: (rows) => {
      const bars = minutesOf(rows);
      return () => resample(bars, "1h");
    },
  },
];
