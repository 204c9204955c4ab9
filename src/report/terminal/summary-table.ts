import type { RunResult } from "../../engine/run-result.ts";
import { formatCount, formatTime } from "../format.ts";
import { rowsNamed } from "../key-figures.ts";
import { valueText } from "../labelled.ts";
import { summaryRows, type SummaryRow } from "../summary-rows.ts";
import { ink, type Colour, type Ink } from "./ink.ts";
import { textTable, type TextCell } from "./text-table.ts";
import { wrappedWords } from "./wrapped-words.ts";

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
  /** Characters in a line, at which warnings are broken between words; they stay whole by default. */
  readonly width?: number;
}

/**
 * The main numbers of a run as lines of text: what ran on what, then the strategy beside buy and hold, then the warnings that a
 * reader should not miss.
 */
export function summaryTable(result: RunResult, { width = Infinity, ...colour }: SummaryOptions = {}): string {
  const pen = ink(colour);
  const rows = summaryRows(result);
  const blocks = BLOCKS.map((names) => rowsNamed(rows, names)).filter((block) => block.length > 0);
  const table = textTable(
    [
      { heading: "", align: "left" },
      { heading: "strategy", align: "right" },
      { heading: "buy and hold", align: "right" },
    ],
    blocks.flatMap((block) => block.map((row) => cells(row, result, pen))),
  );
  const lines = [...heading(result, pen), "", pen.faint(table.shift()!)];
  for (const block of blocks) lines.push(...table.splice(0, block.length), "");
  lines.push(...result.warnings.flatMap((warning) => wrappedWords(`warning: ${warning}`, width, INDENT)));
  while (lines.at(-1) === "") lines.pop();
  return lines.join("\n");
}

function heading({ strategy, params, symbols, interval, from, to, counts, settings }: RunResult, pen: Ink): string[] {
  const given = Object.entries(params).map(([name, value]) => `${name} ${valueText(value)}`);
  const range = `${formatTime(from, interval, settings.zone)} to ${formatTime(to - 1, interval, settings.zone)}`;
  return [
    pen.strong(strategy) + (given.length > 0 ? ` (${given.join(", ")})` : ""),
    `${symbols.join(", ")}  ${interval}  ${range}  ${formatCount(counts.bars)} bars`,
  ];
}

function cells(row: SummaryRow, { counts }: RunResult, pen: Ink): TextCell[] {
  const signed = row.unit === "fraction" && row.group !== "risk" && row.name !== "win-rate";
  // The number alone would seem to contradict the list of trades, which has the open ones too.
  const plain = row.name === "trades" && counts.openTrades > 0 ? withOpen(row.text, counts.openTrades) : row.text;
  const text = signed ? { text: plain, ink: (padded: string) => pen.signed(padded, row.value ?? 0) } : plain;
  return [row.title, text, row.buyAndHold === null || ALONE.has(row.name) ? "" : row.buyAndHoldText];
}

function withOpen(closed: string, open: number): string {
  return `${closed} closed, ${formatCount(open)} open`;
}
