import type { RunResult, RunTrade } from "../engine/run-result.ts";
import { checkResult } from "./check-result.ts";
import { type Column, checkSameLength } from "../primitives/column.ts";
import { type CsvCell, csvCell } from "../primitives/csv-cell.ts";
import { formatDate, formatInstant } from "../time/instant.ts";

/**
 * The equity curve of a run as a file of columns: the date of each record's session and its instant, equity, the cash in it, and the same
 * money bought at the first open and held. `date` is the date that the bars of a daily file bear, and of a week or longer the one on which
 * the bar begins; `time` is when the bar ended. In pieces, see `csvChunks`.
 *
 * @example
 * await writeFile("equity.csv", equityCsv(result)); // of node:fs/promises
 */
export function equityCsv(result: Pick<RunResult, "equity" | "buyAndHold">): Generator<string, void, undefined> {
  checkResult(result, ["equity", "buyAndHold"]);
  return chunksOf(EQUITY_COLUMNS, equityLines(result));
}

/** The names of the columns of an equity curve. */
export const EQUITY_COLUMNS = "date,time,equity,cash,buyAndHold";

function* equityLines({
  equity: curve,
  buyAndHold,
}: Pick<RunResult, "equity" | "buyAndHold">): Generator<string, void, undefined> {
  const { time, date, equity, cash } = curve;
  const columns = Object.entries({ date, equity, cash, buyAndHold });
  for (const [name, column] of columns) checkSameLength(name, column, "time", time);
  const [worth, rest, held] = [equity, cash, buyAndHold].map(cellsOf) as [CellOf, CellOf, CellOf];
  for (let i = 0; i < time.length; i++)
    yield `${formatDate(date[i]!)},${instantCell(time[i]!)},${worth(i)},${rest(i)},${held(i)}`;
}

type CellOf = (row: number) => string;

/** The cells of a column in which many a value is the one before, such as cash. */
function cellsOf(column: Column): CellOf {
  let last = NaN;
  let cell = "";
  return (row) => (column[row] === last ? cell : (cell = csvCell((last = column[row]!))));
}

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
  checkResult(result, ["trades"]);
  const { trades } = result;
  const names = Object.keys(trades[0]?.indicatorsAtEntry ?? {});
  const indicators = INDICATORS.flatMap((end) => names.map((name) => [end, name] as const));
  return csvChunks([...COLUMNS, ...indicators.map((path) => path.join("."))], tradeRows(trades, indicators));
}

function* tradeRows(
  trades: readonly RunTrade[],
  indicators: readonly (readonly [(typeof INDICATORS)[number], string])[],
): Generator<readonly CsvCell[], void, undefined> {
  for (const trade of trades) {
    const fields = COLUMNS.map((name) => (TIMES.has(name) ? instantCell(trade[name] as number) : trade[name]));
    yield [...fields, ...indicators.map(([end, name]) => trade[end][name]!)];
  }
}

/** Rows that are written at once. */
const AT_ONCE = 1_000;

/**
 * A file of columns for spreadsheets and data frames (RFC 4180, lines end in a line feed), in pieces, for it may be too long for one
 * string. A missing number is an empty cell.
 */
export function csvChunks(
  names: readonly string[],
  rows: Iterable<readonly CsvCell[]>,
): Generator<string, void, undefined> {
  return chunksOf(names.map(csvCell).join(","), linesOf(rows));
}

function* linesOf(rows: Iterable<readonly CsvCell[]>): Generator<string, void, undefined> {
  for (const row of rows) yield row.map(csvCell).join(",");
}

function* chunksOf(header: string, all: Iterable<string>): Generator<string, void, undefined> {
  let lines = [header];
  for (const line of all) {
    lines.push(line);
    if (lines.length < AT_ONCE) continue;
    yield `${lines.join("\n")}\n`;
    lines = [];
  }
  if (lines.length > 0) yield `${lines.join("\n")}\n`;
}

/** An instant as a cell; empty where there is none. */
export function instantCell(time: number): string {
  return Number.isFinite(time) ? formatInstant(time) : "";
}
