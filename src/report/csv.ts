import type { RunResult, RunTrade } from "../engine/run-result.ts";
import { checkResult } from "../engine/check-result.ts";
import { type Column, checkSameLength } from "../primitives/column.ts";
import { type CsvCell, csvCell } from "../primitives/csv-cell.ts";
import { formatDate, formatInstant } from "../time/instant.ts";

/**
 * Equity curve of a run as CSV: the date of each record's session, its time, equity, cash, and buy-and-hold equity. `date` is the session's
 * date; a session of a week or longer has the date on which it begins. `time` is when the bar ended. Yields pieces; see `csvChunks`.
 *
 * @example
 * await writeFile("equity.csv", equityCsv(result)); // of node:fs/promises
 */
export function equityCsv(result: Pick<RunResult, "equity" | "buyAndHold">): Generator<string, void, undefined> {
  checkResult(result, ["equity", "buyAndHold"]);
  return joinLines(EQUITY_COLUMNS, equityLines(result));
}

/** Header line of the CSV text of an equity curve. */
export const EQUITY_COLUMNS = "date,time,equity,cash,buyAndHold";

function* equityLines({
  equity: curve,
  buyAndHold,
}: Pick<RunResult, "equity" | "buyAndHold">): Generator<string, void, undefined> {
  const { time, date, equity, cash } = curve;
  const columns = Object.entries({ date, equity, cash, buyAndHold });
  for (const [name, column] of columns) checkSameLength(name, column, "time", time);
  const [equityCell, rest, buyAndHoldCell] = [equity, cash, buyAndHold].map(cachedCells) as [
    CellReader,
    CellReader,
    CellReader,
  ];
  for (let i = 0; i < time.length; i++)
    yield `${formatDate(date[i]!)},${instantCell(time[i]!)},${equityCell(i)},${rest(i)},${buyAndHoldCell(i)}`;
}

type CellReader = (row: number) => string;

/** Formats the cells of a column. The text of a value that repeats, such as cash, is reused. */
function cachedCells(column: Column): CellReader {
  let last = NaN;
  let cell = "";
  return (row) => (column[row] === last ? cell : (cell = csvCell((last = column[row]!))));
}

/** First columns of trades.csv: fields of a trade under their own names. */
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

const TIME_FIELDS: ReadonlySet<keyof RunTrade> = new Set(["entryTime", "exitTime"]);

/** Last columns of trades.csv: the value of each indicator at entry and at exit. */
const INDICATORS = ["indicatorsAtEntry", "indicatorsAtExit"] as const;

/**
 * Trades of a run as CSV: closed trades in order of exit, then open ones, whose exit is the last price. Dates are session dates. Times are
 * instants. Fractions are not converted to percentages. Indicator values at entry are in columns such as `indicatorsAtEntry.fast`. Yields
 * pieces; see `csvChunks`.
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
    const fields = COLUMNS.map((name) => (TIME_FIELDS.has(name) ? instantCell(trade[name] as number) : trade[name]));
    yield [...fields, ...indicators.map(([end, name]) => trade[end][name]!)];
  }
}

/** Number of CSV rows in a piece of text. */
const ROWS_PER_PIECE = 1_000;

/**
 * CSV by RFC 4180 with line feeds as line ends. Yields pieces, since the text may be too long for one string. Missing numbers are empty
 * cells.
 */
export function csvChunks(
  names: readonly string[],
  rows: Iterable<readonly CsvCell[]>,
): Generator<string, void, undefined> {
  return joinLines(names.map(csvCell).join(","), formatRows(rows));
}

function* formatRows(rows: Iterable<readonly CsvCell[]>): Generator<string, void, undefined> {
  for (const row of rows) yield row.map(csvCell).join(",");
}

function* joinLines(header: string, all: Iterable<string>): Generator<string, void, undefined> {
  let lines = [header];
  for (const line of all) {
    lines.push(line);
    if (lines.length < ROWS_PER_PIECE) continue;
    yield `${lines.join("\n")}\n`;
    lines = [];
  }
  if (lines.length > 0) yield `${lines.join("\n")}\n`;
}

/** Formats a time as a CSV cell, which is empty for a missing time. */
export function instantCell(time: number): string {
  return Number.isFinite(time) ? formatInstant(time) : "";
}
