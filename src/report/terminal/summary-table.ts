import { checkResult } from "../check-result.ts";
import type { RunResult } from "../../engine/run-result.ts";
import { pluralize } from "../../primitives/words.ts";
import { formatCount, rangeText } from "../format.ts";
import { rowsNamed, type SummaryRow, summaryRows } from "../summary-rows.ts";
import { valueText } from "../labelled.ts";
import {
  displayWidth,
  type FittedColumn,
  foldedTable,
  lineOf,
  type TextCell,
  widestOf,
  wrappedWords,
} from "./tables.ts";
import { ink, type Colour, type Ink, visibleLine } from "./ink.ts";

/** Rows of the table, in blocks: what was earned, at what risk, by which trades. */
const BLOCKS = [
  ["final-equity", "total-return", "cagr", "best-session", "worst-session"],
  ["max-drawdown", "longest-drawdown", "volatility", "exposure", "sharpe", "sortino", "calmar"],
  [
    "trades",
    "win-rate",
    "average-trade",
    "best-trade",
    "worst-trade",
    "profit-factor",
    "expectancy",
    "commission-paid",
  ],
] as const;

/** Under a warning that goes on in a further line. */
const INDENT = "  ";

/** Metrics that buy and hold has only as a matter of form, so that they would say nothing beside the strategy's. */
const ALONE: ReadonlySet<string> = new Set(["exposure"]);

/** How the summary is written. */
interface SummaryOptions extends Colour {
  /** Characters in a line, which all keep to between words: what ran on what, the table, the warnings. They are as long as they like by default. */
  readonly width?: number;
}

/**
 * The main numbers of a run as lines of text: what ran on what, then the strategy beside buy and hold, then the warnings that a
 * reader should not miss. Control characters of names, such as those of a strategy, are shown as `\\u001b`.
 */
export function summaryTable(result: RunResult, { width = Infinity, ...colour }: SummaryOptions = {}): string {
  checkResult(result);
  const pen = ink(colour);
  const rows = summaryRows(result);
  const blocks = BLOCKS.map((names) => rowsNamed(rows, names)).filter((block) => block.length > 0);
  const written = blocks.map((block) => block.map((row) => cells(row, result, pen)));
  const fits = lineOf(COLUMNS.map((column, i) => widestOf([column.heading, ...written.flat().map((row) => row[i]!)])));
  const shown = fits <= width ? written : written.map((block) => block.flatMap(inTwoLines));
  const lines = [...heading(result, width, pen), ""];
  const folds = foldedTable(COLUMNS, shown.flat(), width, pen);
  // Below each other each has the lines that it has something to say in.
  const apart = [COLUMNS.slice(0, 2), [COLUMNS[0]!, COLUMNS[2]!]];
  for (const columns of folds.length === 1 ? [COLUMNS] : apart) {
    const own = shown.map((block) => block.filter((row) => columns.some(({ cell }, i) => i > 0 && cell(row) !== "")));
    const [table] = foldedTable(columns, own.flat(), width, pen);
    const rest = [...table!.lines];
    lines.push(...table!.heading);
    for (const block of own) if (block.length > 0) lines.push(...rest.splice(0, block.length), "");
  }
  lines.push(...result.warnings.flatMap((warning) => wrappedWords(`warning: ${warning}`, width, INDENT)));
  while (lines.at(-1) === "") lines.pop();
  return visibleLine(lines.join("\n"), colour);
}

function heading(result: RunResult, width: number, pen: Ink): string[] {
  const { strategy, params, symbols, interval, counts } = result;
  const given = Object.entries(params).map(([name, value]) => `${name} ${valueText(value)}`);
  const range = rangeText(result).join(" to ");
  const facts = [symbols.join(", "), interval, range, pluralize(counts.bars, "bar")];
  const whole = facts.join("  ");
  const [first, ...others] = wrappedWords(strategy + (given.length > 0 ? ` (${given.join(", ")})` : ""), width, INDENT);
  return [
    pen.strong(strategy) + first!.slice(strategy.length),
    ...others,
    ...(displayWidth(whole) <= width ? [whole] : wrappedWords(facts.join(" "), width, INDENT)),
  ];
}

/** A name, and what the strategy and buy and hold had of it. */
type SummaryCells = readonly [title: string, strategy: TextCell, buyAndHold: string];

const COLUMNS: readonly FittedColumn<SummaryCells>[] = [
  { heading: "", align: "left", leaves: 0, cell: ([title]) => title },
  { heading: "strategy", align: "right", leaves: 0, cell: ([, strategy]) => strategy },
  { heading: "buy and hold", align: "right", leaves: 0, cell: ([, , buyAndHold]) => buyAndHold },
];

function cells(row: SummaryRow, { counts }: RunResult, pen: Ink): SummaryCells {
  const signed = row.unit === "fraction" && row.group !== "risk" && row.name !== "win-rate";
  // The number alone would seem to contradict the list of trades, which has the open ones too.
  const plain = row.name === "trades" && counts.openTrades > 0 ? withOpen(row.text, counts.openTrades) : row.text;
  const text = signed ? { text: plain, ink: (padded: string) => pen.signed(padded, row.value ?? 0) } : plain;
  return [row.title, text, row.buyAndHold === null || ALONE.has(row.name) ? "" : row.buyAndHoldText];
}

function withOpen(closed: string, open: number): string {
  return `${closed} closed, ${formatCount(open)} open`;
}

/** The trades that closed and those that did not in a line each: beside each other they make the table wide. */
function inTwoLines(row: SummaryCells): SummaryCells[] {
  const [title, strategy, buyAndHold] = row;
  const [closed, open] = typeof strategy === "string" ? strategy.split(", ") : [];
  if (closed === undefined || open === undefined) return [row];
  return [
    [title, closed, buyAndHold],
    ["", open, ""],
  ];
}
