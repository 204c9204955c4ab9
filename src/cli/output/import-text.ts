import { counted } from "../../primitives/counted.ts";
import type { ImportReport } from "../../tape/importing/import-report.ts";
import { reasonsText } from "../../tape/importing/import-report.ts";
import { wrappedTable } from "./wrapped-table.ts";

/** How many refusals are shown one by one. */
const SHOWN = 20;

/** What an import wrote, or would write, as a table and the notes of the recording. */
export function importText({ tables, actions, notes }: ImportReport, done: string): string {
  const rows = tables.map(({ kind, symbol, interval, change, rows: count, added, first, last }) => [
    symbol,
    interval === null ? kind : `${kind} of ${interval}`,
    change,
    String(count),
    String(added),
    first,
    last,
  ]);
  const table = wrappedTable(
    [
      { heading: "symbol" },
      { heading: "what" },
      { heading: "change" },
      { heading: "rows", align: "right" },
      { heading: "added", align: "right" },
      { heading: "first" },
      { heading: "last" },
    ],
    rows,
  );
  const events = actions.map(
    ({ symbol, splits, dividends }) => `${symbol}: ${counted(splits, "split")}, ${counted(dividends, "dividend")}.`,
  );
  const blocks = [table, events, notes, [done]].filter((lines) => lines.length > 0);
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** What was refused: the counts, and the first of them one by one. */
export function refusedText({ refused: { count, byReason, list } }: ImportReport): string {
  if (count === 0) return "";
  const lines = list.slice(0, SHOWN).map(({ reason, message }) => `  ${reason}: ${message}`);
  const more = count > SHOWN ? [`  … and ${count - SHOWN} more; --report FILE has them`] : [];
  return `${[`Refused: ${count} (${reasonsText(byReason)})`, ...lines, ...more].join("\n")}\n`;
}
