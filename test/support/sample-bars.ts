import { readFileSync } from "node:fs";
import type { BarColumns } from "./series.ts";

/** Returns daily bars of the S&P 500 for every session since 2000, from the file in `data`. */
export function sampleBars(): BarColumns {
  const text = readFileSync(new URL("../../data/sp500-2000.csv", import.meta.url), "utf8");
  const [header, ...lines] = text.trim().split("\n");
  const names = header!.split(",");
  const rows = lines.map((line) => line.split(","));
  const column = (name: string) => Float64Array.from(rows, (row) => Number(row[names.indexOf(name)]));
  return {
    open: column("open"),
    high: column("high"),
    low: column("low"),
    close: column("close"),
    volume: column("volume"),
  };
}
