import { displayWidth } from "./display-width.ts";
import { type TextCell, textTable } from "./text-table.ts";

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
  const kept = keptColumns(columns, cells.map(widestOf), width);
  return textTable(
    kept.map((i) => columns[i]!),
    rows.map((_, row) => kept.map((i) => cells[i]![row + 1]!)),
  );
}

/** The places of the columns that stay in a line of `width` characters. */
export function keptColumns(
  columns: readonly { readonly leaves: number }[],
  widths: readonly number[],
  width: number,
): readonly number[] {
  let kept = columns.map((_, i) => i);
  while (lineOf(kept.map((i) => widths[i]!)) > width) {
    const first = Math.max(...kept.map((i) => columns[i]!.leaves));
    if (first === 0) break;
    kept = kept.filter((i) => columns[i]!.leaves !== first);
  }
  return kept;
}

/** Width of a line of columns of these widths. */
export function lineOf(widths: readonly number[]): number {
  return widths.reduce((sum, each) => sum + each + GAP, -GAP);
}

/** Width of the widest of some cells. */
export function widestOf(cells: readonly TextCell[]): number {
  return Math.max(0, ...cells.map((cell) => displayWidth(typeof cell === "string" ? cell : cell.text)));
}
