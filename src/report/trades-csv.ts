import type { RunResult } from "../engine/run-result.ts";
import type { Trade } from "../ledger/records.ts";
import { csvChunks, instantCell, type CsvCell } from "./csv-chunks.ts";

/** The columns: fields of a trade under their own names. */
const COLUMNS = [
  "symbol",
  "direction",
  "quantity",
  "entryTime",
  "entryPrice",
  "exitTime",
  "exitPrice",
  "pnl",
  "return",
  "commission",
  "mae",
  "mfe",
  "bars",
  "open",
  "tag",
] as const satisfies readonly (keyof Trade)[];

const TIMES: ReadonlySet<keyof Trade> = new Set(["entryTime", "exitTime"]);

/**
 * The trades of a run as a file of columns, closed ones in order of their exits and then those that are open, which have their mark
 * for an exit. Fractions stay fractions. In pieces, see `csvChunks`.
 *
 * @example
 * await writeFile("trades.csv", tradesCsv(result)); // of node:fs/promises
 */
export function tradesCsv(result: Pick<RunResult, "trades">): Generator<string, void, undefined> {
  return csvChunks(COLUMNS, rowsOf(result.trades));
}

function* rowsOf(trades: readonly Trade[]): Generator<readonly CsvCell[], void, undefined> {
  for (const trade of trades) {
    yield COLUMNS.map((name) => (TIMES.has(name) ? instantCell(trade[name] as number) : trade[name]));
  }
}
