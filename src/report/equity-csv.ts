import type { RunResult } from "../engine/run-result.ts";
import { csvText, instantCell, type CsvCell } from "./csv-text.ts";

/** The equity curve of a run as a file of columns: equity, the cash in it, and the same money bought at the first open and held. */
export function equityCsv(result: Pick<RunResult, "equity" | "buyAndHold">): string {
  const { time, equity, cash } = result.equity;
  const rows: CsvCell[][] = [];
  for (let i = 0; i < time.length; i++) {
    rows.push([instantCell(time[i]!), equity[i]!, cash[i]!, result.buyAndHold[i]!]);
  }
  return csvText(["time", "equity", "cash", "buyAndHold"], rows);
}
