import { checkResult } from "../../engine/check-result.ts";
import type { RunResult } from "../../engine/run-result.ts";
import { pluralize } from "../../primitives/words.ts";
import { formatCount } from "../../metrics/format.ts";
import { rangeText } from "../format-time.ts";
import { selectRows, type SummaryRow, summaryRows } from "../summary-rows.ts";
import { valueText } from "../labelled.ts";
import {
  displayWidth,
  type FittedColumn,
  foldedTable,
  lineWidthOf,
  type TextCell,
  maxWidth,
  wrapWords,
} from "./tables.ts";
import { ink, type ColorOption, type Ink, escapeLine } from "./ink.ts";

/** Metrics of the summary in blocks: returns, risk, and trades. */
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

/** Indentation of the second and further lines of a warning. */
const INDENT = "  ";

/** Metrics for which the value of buy and hold is trivial and not shown. */
const WITHOUT_BENCHMARK: ReadonlySet<string> = new Set(["exposure"]);

/** Options of `summaryTable`. */
interface SummaryOptions extends ColorOption {
  /** Maximum width of a line. Lines break between words. Default: unlimited. */
  readonly width?: number;
}

/**
 * Formats the main metrics of a run: strategy and data, then strategy and buy and hold side by side, then warnings. Control characters in names
 * are shown as `\\u001b`.
 */
export function summaryTable(result: RunResult, { width = Infinity, ...colorOption }: SummaryOptions = {}): string {
  checkResult(result);
  const pen = ink(colorOption);
  const rows = summaryRows(result);
  const blocks = BLOCKS.map((names) => selectRows(rows, names)).filter((block) => block.length > 0);
  const table = blocks.map((block) => block.map((row) => cells(row, result, pen)));
  const fits = lineWidthOf(
    COLUMNS.map((column, i) => maxWidth([column.heading, ...table.flat().map((row) => row[i]!)])),
  );
  const shown = fits <= width ? table : table.map((block) => block.flatMap(splitTrades));
  const lines = [...heading(result, width, pen), ""];
  const folds = foldedTable(COLUMNS, shown.flat(), width, pen);
  // If the columns do not fit side by side, each gets its own table, without rows that have no value.
  const separate = [COLUMNS.slice(0, 2), [COLUMNS[0]!, COLUMNS[2]!]];
  for (const columns of folds.length === 1 ? [COLUMNS] : separate) {
    const rowsWithText = shown.map((block) =>
      block.filter((row) => columns.some(({ cell }, i) => i > 0 && cell(row) !== "")),
    );
    const [part] = foldedTable(columns, rowsWithText.flat(), width, pen);
    const rest = [...part!.lines];
    lines.push(...part!.heading);
    for (const block of rowsWithText) if (block.length > 0) lines.push(...rest.splice(0, block.length), "");
  }
  lines.push(...result.warnings.flatMap((warning) => wrapWords(`warning: ${warning}`, width, INDENT)));
  while (lines.at(-1) === "") lines.pop();
  return escapeLine(lines.join("\n"), colorOption);
}

function heading(result: RunResult, width: number, pen: Ink): string[] {
  const { strategy, params, symbols, interval, counts } = result;
  const given = Object.entries(params).map(([name, value]) => `${name} ${valueText(value)}`);
  const range = rangeText(result).join(" to ");
  const facts = [symbols.join(", "), interval, range, pluralize(counts.bars, "bar")];
  const line = facts.join("  ");
  const [first, ...others] = wrapWords(strategy + (given.length > 0 ? ` (${given.join(", ")})` : ""), width, INDENT);
  return [
    pen.strong(strategy) + first!.slice(strategy.length),
    ...others,
    ...(displayWidth(line) <= width ? [line] : wrapWords(facts.join(" "), width, INDENT)),
  ];
}

/** A row of the summary: the metric's title, and its values for the strategy and for buy and hold. */
type SummaryCells = readonly [title: string, strategy: TextCell, buyAndHold: string];

const COLUMNS: readonly FittedColumn<SummaryCells>[] = [
  { heading: "", align: "left", dropOrder: 0, cell: ([title]) => title },
  { heading: "strategy", align: "right", dropOrder: 0, cell: ([, strategy]) => strategy },
  { heading: "buy and hold", align: "right", dropOrder: 0, cell: ([, , buyAndHold]) => buyAndHold },
];

function cells(row: SummaryRow, { counts }: RunResult, pen: Ink): SummaryCells {
  const signed = row.unit === "fraction" && row.group !== "risk" && row.name !== "win-rate";
  // The number of trades includes open trades, so that it matches the list of trades.
  const plain = row.name === "trades" && counts.openTrades > 0 ? withOpen(row.text, counts.openTrades) : row.text;
  const text = signed ? { text: plain, ink: (padded: string) => pen.signed(padded, row.value ?? 0) } : plain;
  return [row.title, text, row.buyAndHold === null || WITHOUT_BENCHMARK.has(row.name) ? "" : row.buyAndHoldText];
}

function withOpen(closed: string, open: number): string {
  return `${closed} closed, ${formatCount(open)} open`;
}

/** Splits the numbers of closed and open trades into two rows, which makes the table narrower. */
function splitTrades(row: SummaryCells): SummaryCells[] {
  const [title, strategy, buyAndHold] = row;
  const [closed, open] = typeof strategy === "string" ? strategy.split(", ") : [];
  if (closed === undefined || open === undefined) return [row];
  return [
    [title, closed, buyAndHold],
    ["", open, ""],
  ];
}
