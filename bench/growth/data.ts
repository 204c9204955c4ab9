import { backtest, marketOf, resample } from "hindcast";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportCsv, exportParquet, importMarket, readBars } from "hindcast/data";
import { equityCsv, reportHtml, reportPayload } from "hindcast/report";
import { smaCross } from "../../strategies/sma-cross.ts";
import { daysOf, minutesOf } from "./bars.ts";
import type { Axis } from "./axis.ts";

const folder = mkdtempSync(join(tmpdir(), "hindcast-growth-"));

/** Axes of growth for work on files and bars. */
export const dataAxes: readonly Axis[] = [
  {
    name: "rows of a CSV file",
    largest: 1_000_000,
    prepare: async (rows) => {
      const path = join(folder, `${rows}.csv`);
      await exportCsv(path, minutesOf(rows));
      return () => readBars(path, { zone: "UTC" });
    },
  },
  {
    name: "imported files of 10,000 daily bars",
    largest: 100,
    prepare: async (count) => {
      const days = daysOf(10_000);
      const files = Array.from({ length: count }, (_, i) => ({ file: join(folder, `D${i}.csv`) }));
      for (const { file } of files) await exportCsv(file, days);
      const settings = { instrument: { assetClass: "crypto" } } as const;
      return () => importMarket({ importer: "bars", files, settings });
    },
  },
  {
    name: "rows of a Parquet file",
    largest: 1_000_000,
    prepare: async (rows) => {
      const path = join(folder, `${rows}.parquet`);
      await exportParquet(path, minutesOf(rows));
      return () => readBars(path);
    },
  },
  {
    name: "bars of a run, with equity file and report",
    largest: 1_000_000,
    prepare: (rows) => {
      const data = marketOf({ WALK: minutesOf(rows) });
      const result = backtest(smaCross, data, { params: { fast: 100, slow: 300 } });
      return () => {
        for (const piece of equityCsv(result))
          if (piece === "") throw new Error("every piece of the equity file must have lines");
        reportHtml(reportPayload(result));
      };
    },
  },
  {
    name: "minute bars resampled to hours",
    largest: 3_000_000,
    prepare: (rows) => {
      const bars = minutesOf(rows);
      return () => resample(bars, "1h");
    },
  },
];
