import { type TextCell, textTable } from "../../report/terminal/text-table.ts";

/** A column of a table that keeps to a width. */
export interface FittedColumn<Row> {
  readonly heading: string;
  readonly align: "left" | "right";
  /** Columns of the highest number are left out first where there is no room; 0 stays. */
  readonly leaves: number;
  readonly cell: (row: Row) => TextCell;
}

const GAP = 2;

/** Lines of a table of at most `width` characters, as far as leaving columns out brings it there. */
export function fittedTable<Row>(
  columns: readonly FittedColumn<Row>[],
  rows: readonly Row[],
  width: number,
): readonly string[] {
  const cells = columns.map(({ heading, cell }) => [heading, ...rows.map(cell)]);
  const widths = cells.map((texts) =>
    Math.max(...texts.map((cell) => (typeof cell === "string" ? cell : cell.text).length)),
  );
  let kept = columns.map((_, i) => i);
  const over = () => kept.reduce((sum, i) => sum + widths[i]! + GAP, -GAP) > width;
  while (over()) {
    const first = Math.max(...kept.map((i) => columns[i]!.leaves));
    if (first === 0) break;
    kept = kept.filter((i) => columns[i]!.leaves !== first);
  }
  return textTable(
    kept.map((i) => columns[i]!),
    rows.map((_, row) => kept.map((i) => cells[i]![row + 1]!)),
  );
}
