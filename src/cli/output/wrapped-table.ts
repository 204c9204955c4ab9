import { displayWidth } from "../../report/terminal/display-width.ts";
import { textTable } from "../../report/terminal/text-table.ts";
import { wrappedWords } from "../../report/terminal/wrapped-words.ts";

/** A column of a list. */
export interface TableColumn {
  readonly heading: string;
  readonly align?: "left" | "right";
  /** Where the table is too wide its texts go on in further lines. */
  readonly wraps?: true;
}

const GAP = 2;
const NARROWEST = 14;

/**
 * Lines of a table that keeps to `width` characters where wrapping can do it; as wide as it likes where `width` is undefined, one line
 * a row, for other programs.
 */
export function wrappedTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  width?: number,
): string[] {
  const widths = columns.map(({ heading }, i) =>
    Math.max(...[heading, ...rows.map((row) => row[i]!)].map(displayWidth)),
  );
  const limits = width === undefined ? widths : limitsOf(columns, widths, width);
  const lines = rows.flatMap((row) => {
    const cells = row.map((text, i) => wrappedWords(text, limits[i]!));
    const height = Math.max(...cells.map((cell) => cell.length));
    return Array.from({ length: height }, (_, line) => cells.map((cell) => cell[line] ?? ""));
  });
  return textTable(
    columns.map(({ heading, align = "left" }) => ({ heading, align })),
    lines,
  );
}

/** The columns that wrap share what the others leave, each as it needs: the widest gives most. */
function limitsOf(columns: readonly TableColumn[], widths: readonly number[], width: number): number[] {
  const limits = [...widths];
  let over = widths.reduce((sum, each) => sum + each, 0) + GAP * (widths.length - 1) - width;
  while (over > 0) {
    const places = limits.flatMap((limit, i) => (columns[i]!.wraps === true && limit > NARROWEST ? i : []));
    if (places.length === 0) break;
    const widest = places.reduce((a, b) => (limits[b]! > limits[a]! ? b : a));
    limits[widest]!--;
    over--;
  }
  return limits;
}
