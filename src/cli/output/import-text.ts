import { counted } from "../../primitives/words.ts";
import { formatCount } from "../../report/format.ts";
import type { FittedColumn } from "../../report/terminal/fitted-table.ts";
import { foldedTable } from "../../report/terminal/folded-table.ts";
import { wrappedWords } from "../../report/terminal/wrapped-words.ts";
import type { ImportReport, ReportedTable } from "../../tape/importing/import-report.ts";
import { reasonsText } from "../../tape/importing/import-report.ts";

/** How many refusals are shown one by one. */
const SHOWN = 20;

const [LEFT, RIGHT] = [{ align: "left", leaves: 0 } as const, { align: "right", leaves: 0 } as const];

const COLUMNS: readonly FittedColumn<ReportedTable>[] = [
  { ...LEFT, heading: "symbol", cell: ({ symbol }) => symbol },
  { ...LEFT, heading: "what", cell: ({ kind, interval }) => (interval === null ? kind : `${kind} of ${interval}`) },
  { ...LEFT, heading: "change", cell: ({ change }) => change },
  { ...RIGHT, heading: "rows", cell: ({ rows }) => formatCount(rows) },
  { ...RIGHT, heading: "added", cell: ({ added }) => formatCount(added) },
  { ...LEFT, heading: "first", cell: ({ first }) => first },
  { ...LEFT, heading: "last", cell: ({ last }) => last },
];

/** What an import wrote, or would write, as a table and the notes of the recording. */
export function importText({ tables, actions, notes }: ImportReport, done: string, width = Infinity): string {
  const table = foldedTable(COLUMNS, tables, width).flatMap(({ heading, lines }, i) => [
    ...(i > 0 ? [""] : []),
    ...heading,
    ...lines,
  ]);
  const events = actions.map(
    ({ symbol, splits, dividends }) => `${symbol}: ${counted(splits, "split")}, ${counted(dividends, "dividend")}.`,
  );
  const sentences = notes.flatMap((note) => wrappedWords(note, width));
  const blocks = [table, events, sentences, [done]].filter((lines) => lines.length > 0);
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** What was refused: the counts, and the first of them one by one; what is the same of several stands once, with its count. */
export function refusedText({ refused: { count, byReason, list } }: ImportReport): string {
  if (count === 0) return "";
  const times = new Map<string, number>();
  for (const { reason, message } of list.slice(0, SHOWN)) {
    const line = `  ${reason}: ${message}`;
    times.set(line, (times.get(line) ?? 0) + 1);
  }
  const lines = Array.from(times, ([line, many]) => (many === 1 ? line : `${line} (${many} times)`));
  const kept = count > list.length ? `the first ${formatCount(list.length)}` : "them";
  const more = count > SHOWN ? [`  … and ${formatCount(count - SHOWN)} more; --report FILE has ${kept}`] : [];
  return `${[`Refused: ${count} (${reasonsText(byReason)})`, ...lines, ...more].join("\n")}\n`;
}
