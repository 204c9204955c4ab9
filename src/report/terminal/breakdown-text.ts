import type { RunResult } from "../../engine/run-result.ts";
import { bandRows, costRows, type Labelled } from "../labelled.ts";
import { tradeGroups, type TradeGroupRow, type TradeGroups } from "../trade-groups.ts";
import { clipText, displayWidth, type FittedColumn, foldedTable, type TextCell, textTable } from "./tables.ts";
import { ink, type ColorOption, type Ink } from "./ink.ts";

/** Order in which narrow tables drop columns: the highest number first. A column with 0 is never dropped. */
const DROP_ORDER: Readonly<Record<string, number>> = {
  Trades: 0,
  "P&L": 0,
  "Win rate": 1,
  "Profit factor": 2,
  "Average trade": 3,
};

/** Maximum number of rows in a table of grouped trades. */
const MAX_GROUPS = 12;

/** Format of the tables of grouped trades and costs. */
interface BreakdownOptions extends ColorOption {
  /** Maximum width of a line; unlimited by default. */
  readonly width?: number;
}

/** Formats tables about the profit: the results of `intrabar: band`, closed trades by symbol, side and tag, and costs by type. */
export function breakdownText(result: RunResult, { width = Infinity, ...colorOption }: BreakdownOptions = {}): string {
  const pen = ink(colorOption);
  // A single type of cost gets no table, since the summary already shows it.
  const costs = costRows(result);
  return [
    labelledText("band", bandRows(result), pen),
    ...tradeGroups(result, MAX_GROUPS).map((groups) => groupsText(groups, width, pen)),
    labelledText("costs", costs.length > 2 ? costs : [], pen),
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

function groupsText({ title, headings, rows, omitted }: TradeGroups, width: number, pen: Ink): string {
  const columns: readonly FittedColumn<TradeGroupRow>[] = [
    { heading: `by ${title.toLowerCase()}`, align: "left", dropOrder: 0, cell: ({ key }) => shorten(key, width / 2) },
    ...headings.flatMap((heading, i): FittedColumn<TradeGroupRow>[] => {
      const dropOrder = DROP_ORDER[heading];
      const text = ({ cells }: TradeGroupRow) => cells[i]!;
      const signed = (row: TradeGroupRow): TextCell => {
        return { text: text(row), ink: (padded) => pen.signed(padded, row.pnl) };
      };
      const cell = heading === "P&L" ? signed : text;
      return dropOrder === undefined ? [] : [{ heading: heading.toLowerCase(), align: "right", dropOrder, cell }];
    }),
  ];
  const more = omitted > 0 ? [pen.faint(`and ${omitted} more`)] : [];
  const tables = foldedTable(columns, rows, width, pen).map(({ heading, lines }) => [...heading, ...lines]);
  return tables.map((lines) => [...lines, ...more].join("\n")).join("\n\n");
}

/** Shortens a name to a width and ends it with an ellipsis. */
function shorten(name: string, maxWidth: number): string {
  return displayWidth(name) <= maxWidth ? name : `${clipText(name, Math.max(1, Math.floor(maxWidth) - 1))}…`;
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
