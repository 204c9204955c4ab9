import type { RunResult } from "../../engine/run-result.ts";
import { bandRows } from "../band-rows.ts";
import { costRows } from "../cost-rows.ts";
import type { Labelled } from "../labelled.ts";
import { tradeGroups, type TradeGroups } from "../trade-groups.ts";
import { ink, type Colour, type Ink } from "./ink.ts";
import { textTable } from "./text-table.ts";

/** What of a group fits into a line of a terminal. */
const SHOWN: ReadonlySet<string> = new Set(["Trades", "P&L", "Win rate", "Profit factor", "Average trade"]);

/** Rows of a table at most. */
const MOST = 12;

/** Where the profit came from and what it cost, in tables: both ends of a band, closed trades by symbol, side and tag, costs by kind. */
export function breakdownText(result: RunResult, colour: Colour = {}): string {
  const pen = ink(colour);
  // A cost of one kind alone stands in the summary.
  const costs = costRows(result);
  return [
    labelledText("both ends", bandRows(result), pen),
    ...tradeGroups(result, MOST).map((groups) => groupsText(groups, pen)),
    labelledText("costs", costs.length > 2 ? costs : [], pen),
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

function groupsText({ title, headings, rows, omitted }: TradeGroups, pen: Ink): string {
  const columns = [...headings.keys()].filter((i) => SHOWN.has(headings[i]!));
  const [heading, ...lines] = textTable(
    [
      { heading: `by ${title.toLowerCase()}`, align: "left" },
      ...columns.map((i) => ({ heading: headings[i]!.toLowerCase(), align: "right" as const })),
    ],
    rows.map(({ key, pnl, cells }) => [
      key,
      ...columns.map((i) => {
        const text = cells[i]!;
        return headings[i] === "P&L" ? { text, ink: (padded: string) => pen.signed(padded, pnl) } : text;
      }),
    ]),
  );
  return [pen.faint(heading!), ...lines, ...(omitted > 0 ? [pen.faint(`and ${omitted} more`)] : [])].join("\n");
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
