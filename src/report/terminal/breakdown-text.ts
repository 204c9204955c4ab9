import type { RunResult } from "../../engine/run-result.ts";
import { bandRows, costRows, type Labelled } from "../labelled.ts";
import { tradeGroups, type TradeGroupRow, type TradeGroups } from "../trade-groups.ts";
import { clippedText, displayWidth, type FittedColumn, foldedTable, type TextCell, textTable } from "./tables.ts";
import { ink, type Colour, type Ink } from "./ink.ts";

/** What of a group fits into a line of a terminal, and what leaves a narrow one first: the highest number. */
const SHOWN: Readonly<Record<string, number>> = {
  Trades: 0,
  "P&L": 0,
  "Win rate": 1,
  "Profit factor": 2,
  "Average trade": 3,
};

/** Rows of a table at most. */
const MOST = 12;

/** How the tables are written. */
interface BreakdownOptions extends Colour {
  /** Characters in a line, which the groups keep to; they are as wide as they like by default. */
  readonly width?: number;
}

/** Where the profit came from and what it cost, in tables: both ends of a band, closed trades by symbol, side and tag, costs by kind. */
export function breakdownText(result: RunResult, { width = Infinity, ...colour }: BreakdownOptions = {}): string {
  const pen = ink(colour);
  // A cost of one kind alone stands in the summary.
  const costs = costRows(result);
  return [
    labelledText("both ends", bandRows(result), pen),
    ...tradeGroups(result, MOST).map((groups) => groupsText(groups, width, pen)),
    labelledText("costs", costs.length > 2 ? costs : [], pen),
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

function groupsText({ title, headings, rows, omitted }: TradeGroups, width: number, pen: Ink): string {
  const columns: readonly FittedColumn<TradeGroupRow>[] = [
    { heading: `by ${title.toLowerCase()}`, align: "left", leaves: 0, cell: ({ key }) => cut(key, width / 2) },
    ...headings.flatMap((heading, i): FittedColumn<TradeGroupRow>[] => {
      const leaves = SHOWN[heading];
      const text = ({ cells }: TradeGroupRow) => cells[i]!;
      const signed = (row: TradeGroupRow): TextCell => {
        return { text: text(row), ink: (padded) => pen.signed(padded, row.pnl) };
      };
      const cell = heading === "P&L" ? signed : text;
      return leaves === undefined ? [] : [{ heading: heading.toLowerCase(), align: "right", leaves, cell }];
    }),
  ];
  const more = omitted > 0 ? [pen.faint(`and ${omitted} more`)] : [];
  const tables = foldedTable(columns, rows, width, pen).map(({ heading, lines }) => [...heading, ...lines]);
  return tables.map((lines) => [...lines, ...more].join("\n")).join("\n\n");
}

/** A name of at most so many characters, with a sign of what is missing. */
function cut(name: string, most: number): string {
  return displayWidth(name) <= most ? name : `${clippedText(name, Math.max(1, Math.floor(most) - 1))}…`;
}

function labelledText(title: string, rows: readonly Labelled[], pen: Ink): string {
  if (rows.length === 0) return "";
  const table = textTable(
    [
      { heading: title, align: "left" },
      { heading: "", align: "right" },
    ],
    rows.map(({ label, text }) => [label, text]),
  );
  const [heading, ...lines] = table;
  return [pen.faint(heading!), ...lines].join("\n");
}
