import type { RunResult } from "../engine/run-result.ts";
import type { CsvCell } from "../primitives/csv-cell.ts";
import { csvChunks, instantCell } from "./csv-chunks.ts";

/**
 * The equity curve of a run as a file of columns: equity, the cash in it, and the same money bought at the first open and held. In
 * pieces, see `csvChunks`.
 *
 * @example
 * await writeFile("equity.csv", equityCsv(result)); // of node:fs/promises
 */
export function equityCsv(result: Pick<RunResult, "equity" | "buyAndHold">): Generator<string, void, undefined> {
  return csvChunks(["time", "equity", "cash", "buyAndHold"], rowsOf(result));
}

function* rowsOf({
  equity: curve,
  buyAndHold,
}: Pick<RunResult, "equity" | "buyAndHold">): Generator<readonly CsvCell[], void, undefined> {
  const { time, equity, cash } = curve;
  for (let i = 0; i < time.length; i++) yield [instantCell(time[i]!), equity[i]!, cash[i]!, buyAndHold[i]!];
}
