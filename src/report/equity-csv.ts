import { checkMembers } from "../primitives/check.ts";
import type { RunResult } from "../engine/run-result.ts";
import type { CsvCell } from "../primitives/csv-cell.ts";
import { paired } from "../primitives/column.ts";
import { formatDate } from "../time/instant.ts";
import { csvChunks, instantCell } from "./csv-chunks.ts";

/**
 * The equity curve of a run as a file of columns: the date of each record's session and its instant, equity, the cash in it, and the same
 * money bought at the first open and held. `date` is the date that the bars of a daily file bear, and of a week or longer the one on which
 * the bar begins; `time` is when the bar ended. In pieces, see `csvChunks`.
 *
 * @example
 * await writeFile("equity.csv", equityCsv(result)); // of node:fs/promises
 */
export function equityCsv(result: Pick<RunResult, "equity" | "buyAndHold">): Generator<string, void, undefined> {
  checkMembers("result", result, ["equity", "buyAndHold"], "the result of a run, as backtest returns it");
  return csvChunks(["date", "time", "equity", "cash", "buyAndHold"], rowsOf(result));
}

function* rowsOf({
  equity: curve,
  buyAndHold,
}: Pick<RunResult, "equity" | "buyAndHold">): Generator<readonly CsvCell[], void, undefined> {
  const { time, date, equity, cash } = curve;
  const columns = Object.entries({ date, equity, cash, buyAndHold });
  for (const [name, column] of columns) paired(name, column, "time", time);
  for (let i = 0; i < time.length; i++)
    yield [formatDate(date[i]!), instantCell(time[i]!), equity[i]!, cash[i]!, buyAndHold[i]!];
}
