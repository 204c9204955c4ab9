import { displayWidth } from "./display-width.ts";
import { type FittedColumn, keptColumns, lineOf, widestOf } from "./fitted-table.ts";
import { ink, type Ink } from "./ink.ts";
import { textTable } from "./text-table.ts";

/** A table, or a part of one that was too wide: the lines of its heading, and a line for each row. */
export interface FoldedTable {
  readonly heading: readonly string[];
  readonly lines: readonly string[];
}

/**
 * A table in a width: where it is wider its headings are broken between words, then columns are left out that may be, and what stays
 * goes on in further tables below, each of which begins with the first column again. Headings are faint.
 */
export function foldedTable<Row>(
  columns: readonly FittedColumn<Row>[],
  rows: readonly Row[],
  width: number,
  pen: Ink = ink(),
): readonly FoldedTable[] {
  const cells = columns.map(({ cell }) => rows.map(cell));
  const widths = cells.map(widestOf);
  const whole = columns.map(({ heading }) => [heading]);
  const fits = lineOf(widths.map((each, i) => Math.max(each, displayWidth(columns[i]!.heading)))) <= width;
  const headings = fits ? whole : columns.map(({ heading }, i) => brokenHeading(heading, widths[i]!));
  const broken = widths.map((each, i) => Math.max(each, widestOf(headings[i]!)));
  return foldsOf(keptColumns(columns, broken, width), broken, width).map((kept) => {
    const tall = Math.max(...kept.map((i) => headings[i]!.length));
    const above = Array.from({ length: tall }, (_, line) => kept.map((i) => headings[i]!.at(line - tall) ?? ""));
    const all = textTable(
      kept.map((i) => ({ heading: "", align: columns[i]!.align })),
      [...above, ...rows.map((_, row) => kept.map((i) => cells[i]![row]!))],
    );
    return { heading: all.slice(0, tall).map((line) => pen.faint(line)), lines: all.slice(tall) };
  });
}

/** Words of a heading on lines of at most `width` characters; a word that is longer stays whole. The parts of `max-drawdown` are words. */
function brokenHeading(heading: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of heading.split(/(?<=[- ])/)) {
    const last = lines.at(-1);
    if (last !== undefined && displayWidth((last + word).trimEnd()) <= width) lines[lines.length - 1] = last + word;
    else lines.push(word);
  }
  return lines.map((line) => line.trimEnd());
}

/** Which columns stand side by side: as many as have room, but at least one beside the first. */
function foldsOf(kept: readonly number[], widths: readonly number[], width: number): readonly (readonly number[])[] {
  const [first, ...others] = kept;
  let fold = [first!];
  const folds = [fold];
  for (const i of others) {
    if (fold.length > 1 && lineOf([...fold, i].map((each) => widths[each]!)) > width) {
      fold = [first!];
      folds.push(fold);
    }
    fold.push(i);
  }
  return folds;
}
