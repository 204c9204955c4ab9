import { checkMembers } from "../primitives/check.ts";
import type { RunResult, RunTrade } from "../engine/run-result.ts";
import type { CsvCell } from "../primitives/csv-cell.ts";
import { csvChunks, instantCell } from "./csv-chunks.ts";

/** The first columns: fields of a trade under their own names. */
const COLUMNS = [
  "symbol",
  "direction",
  "quantity",
  "entryDate",
  "entryTime",
  "entryPrice",
  "exitDate",
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
] as const satisfies readonly (keyof RunTrade)[];

const TIMES: ReadonlySet<keyof RunTrade> = new Set(["entryTime", "exitTime"]);

/** The last columns: each indicator at entry and at exit. */
const INDICATORS = ["indicatorsAtEntry", "indicatorsAtExit"] as const;

/**
 * The trades of a run as a file of columns, closed ones in order of their exits and then those that are open, which have their mark
 * for an exit. Dates are those of sessions, times are instants. Fractions stay fractions. What an indicator said at the entry is in a column such as `indicatorsAtEntry.fast`.
 * In pieces, see `csvChunks`.
 *
 * @example
 * await writeFile("trades.csv", tradesCsv(result)); // of node:fs/promises
 */
export function tradesCsv(result: Pick<RunResult, "trades">): Generator<string, void, undefined> {
  checkMembers("result", result, ["trades"], "the result of a run, as backtest returns it");
  const { trades } = result;
  const names = Object.keys(trades[0]?.indicatorsAtEntry ?? {});
  const indicators = INDICATORS.flatMap((end) => names.map((name) => [end, name] as const));
  return csvChunks([...COLUMNS, ...indicators.map((path) => path.join("."))], rowsOf(trades, indicators));
}

function* rowsOf(
  trades: readonly RunTrade[],
  indicators: readonly (readonly [(typeof INDICATORS)[number], string])[],
): Generator<readonly CsvCell[], void, undefined> {
  for (const trade of trades) {
    const fields = COLUMNS.map((name) => (TIMES.has(name) ? instantCell(trade[name] as number) : trade[name]));
    yield [...fields, ...indicators.map(([end, name]) => trade[end][name]!)];
  }
}
