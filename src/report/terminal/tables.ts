import stringWidth from "string-width";
import { ink, type Ink } from "./ink.ts";

/** A column of a text table: its heading and alignment. */
export interface TextColumn {
  readonly heading: string;
  readonly align: "left" | "right";
}

/** A cell: its text, and optionally a style that is applied to the padded text. */
export type TextCell = string | { readonly text: string; readonly ink: (text: string) => string };

/** Spaces between two columns. */
const GAP = 2;

/** Formats a table. Columns are as wide as their widest text and two spaces apart. */
export function textTable(columns: readonly TextColumn[], rows: readonly (readonly TextCell[])[]): string[] {
  const headed = columns.some(({ heading }) => heading !== "");
  const all: (readonly TextCell[])[] = headed ? [columns.map(({ heading }) => heading), ...rows] : [...rows];
  const widths = columns.map((_, i) => Math.max(...all.map((row) => displayWidth(textOf(row[i]!)))));
  return all.map((row) => {
    const cells = row.map((cell, i) => {
      const text = textOf(cell);
      const blanks = " ".repeat(widths[i]! - displayWidth(text));
      const padded = columns[i]!.align === "left" ? text + blanks : blanks + text;
      return typeof cell === "string" ? padded : cell.ink(padded);
    });
    return cells.join(" ".repeat(GAP)).trimEnd();
  });
}

function textOf(cell: TextCell): string {
  return typeof cell === "string" ? cell : cell.text;
}

/** A column of a table with a limited width. */
export interface FittedColumn<Row> {
  readonly heading: string;
  readonly align: "left" | "right";
  /** If the table is too wide, columns with the highest number are dropped first. A column with 0 is never dropped. */
  readonly dropOrder: number;
  readonly cell: (row: Row) => TextCell;
}

/** Formats a table of at most `width` characters, for which it drops optional columns. */
export function fittedTable<Row>(
  columns: readonly FittedColumn<Row>[],
  rows: readonly Row[],
  width: number,
): readonly string[] {
  const cells = columns.map(({ heading, cell }) => [heading, ...rows.map(cell)]);
  const kept = chooseColumns(columns, cells.map(maxWidth), width);
  return textTable(
    kept.map((i) => columns[i]!),
    rows.map((_, row) => kept.map((i) => cells[i]![row + 1]!)),
  );
}

/** Returns the indexes of the columns that fit a line of `width` characters. */
function chooseColumns(
  columns: readonly { readonly dropOrder: number }[],
  widths: readonly number[],
  width: number,
): readonly number[] {
  let kept = columns.map((_, i) => i);
  while (lineWidthOf(kept.map((i) => widths[i]!)) > width) {
    const first = Math.max(...kept.map((i) => columns[i]!.dropOrder));
    if (first === 0) break;
    kept = kept.filter((i) => columns[i]!.dropOrder !== first);
  }
  return kept;
}

/** Returns the width of a line with columns of these widths. */
export function lineWidthOf(widths: readonly number[]): number {
  return widths.reduce((sum, each) => sum + each + GAP, -GAP);
}

/** Returns the width of the widest cell. */
export function maxWidth(cells: readonly TextCell[]): number {
  return Math.max(0, ...cells.map((cell) => displayWidth(typeof cell === "string" ? cell : cell.text)));
}

/** A table or a part of it: its heading lines, and one line per row. */
interface FoldedTable {
  readonly heading: readonly string[];
  readonly lines: readonly string[];
}

/**
 * Fits a table into a width. If it is too wide, headings are wrapped, then optional columns are dropped, then the rest is split into
 * several tables, each of which repeats the first column. Headings are faint.
 */
export function foldedTable<Row>(
  columns: readonly FittedColumn<Row>[],
  rows: readonly Row[],
  width: number,
  pen: Ink = ink(),
): readonly FoldedTable[] {
  const cells = columns.map(({ cell }) => rows.map(cell));
  const widths = cells.map(maxWidth);
  const unbroken = columns.map(({ heading }) => [heading]);
  const fits = lineWidthOf(widths.map((each, i) => Math.max(each, displayWidth(columns[i]!.heading)))) <= width;
  const headings = fits ? unbroken : columns.map(({ heading }, i) => wrapHeading(heading, widths[i]!));
  const wrappedWidths = widths.map((each, i) => Math.max(each, maxWidth(headings[i]!)));
  return splitColumns(chooseColumns(columns, wrappedWidths, width), wrappedWidths, width).map((kept) => {
    const headingHeight = Math.max(...kept.map((i) => headings[i]!.length));
    const above = Array.from({ length: headingHeight }, (_, line) =>
      kept.map((i) => headings[i]!.at(line - headingHeight) ?? ""),
    );
    const all = textTable(
      kept.map((i) => ({ heading: "", align: columns[i]!.align })),
      [...above, ...rows.map((_, row) => kept.map((i) => cells[i]![row]!))],
    );
    return { heading: all.slice(0, headingHeight).map((line) => pen.faint(line)), lines: all.slice(headingHeight) };
  });
}

/** Wraps a heading to a width. Longer words stay whole, but `max-drawdown` may wrap at its hyphen. */
function wrapHeading(heading: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of heading.split(/(?<=[- ])/)) {
    const last = lines.at(-1);
    if (last !== undefined && displayWidth((last + word).trimEnd()) <= width) lines[lines.length - 1] = last + word;
    else lines.push(word);
  }
  return lines.map((line) => line.trimEnd());
}

/** Splits columns into tables that fit a width, each with the first column and at least one other. */
function splitColumns(
  kept: readonly number[],
  widths: readonly number[],
  width: number,
): readonly (readonly number[])[] {
  const [first, ...others] = kept;
  let fold = [first!];
  const folds = [fold];
  for (const i of others) {
    if (fold.length > 1 && lineWidthOf([...fold, i].map((each) => widths[each]!)) > width) {
      fold = [first!];
      folds.push(fold);
    }
    fold.push(i);
  }
  return folds;
}

/** A column of a table whose texts may wrap. */
export interface TableColumn {
  readonly heading: string;
  readonly align?: "left" | "right";
  /** Whether texts of the column wrap if the table is too wide. */
  readonly wraps?: true;
}

const MIN_WRAP_WIDTH = 14;

/** Formats a table within `width` characters by wrapping texts, if possible. Without a width each row is one line. */
export function wrappedTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  width = Infinity,
): string[] {
  const widths = columns.map(({ heading }, i) =>
    Math.max(...[heading, ...rows.map((row) => row[i]!)].map(displayWidth)),
  );
  const limits = columnLimits(columns, widths, width);
  const lines = rows.flatMap((row) => {
    const cells = row.map((text, i) => wrapWords(text, limits[i]!));
    const height = Math.max(...cells.map((cell) => cell.length));
    return Array.from({ length: height }, (_, line) => cells.map((cell) => cell[line] ?? ""));
  });
  return textTable(
    columns.map(({ heading, align = "left" }) => ({ heading, align })),
    lines,
  );
}

/** Returns the widths of the columns. Columns that may wrap are narrowed until the table fits, the widest first. */
function columnLimits(columns: readonly TableColumn[], widths: readonly number[], width: number): number[] {
  const limits = [...widths];
  let over = widths.reduce((sum, each) => sum + each, 0) + GAP * (widths.length - 1) - width;
  while (over > 0) {
    const places = limits.flatMap((limit, i) => (columns[i]!.wraps === true && limit > MIN_WRAP_WIDTH ? i : []));
    if (places.length === 0) break;
    const widest = places.reduce((a, b) => (limits[b]! > limits[a]! ? b : a));
    limits[widest]!--;
    over--;
  }
  return limits;
}

/** Wraps a text between words to a width, and indents all lines but the first. Longer words stay whole. */
export function wrapWords(text: string, width: number, indent = ""): string[] {
  const lines: string[] = [];
  let usedWidth = 0;
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const own = displayWidth(word);
    if (last !== undefined && usedWidth + 1 + own <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
      usedWidth += 1 + own;
    } else {
      lines.push(last === undefined ? word : indent + word);
      usedWidth = last === undefined ? own : indent.length + own;
    }
  }
  return lines;
}

const characters = new Intl.Segmenter("en");

/** Clips a text to a width without splitting wide or combined characters. */
export function clipText(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let usedWidth = 0;
  for (const { segment, index } of characters.segment(text)) {
    usedWidth += displayWidth(segment);
    if (usedWidth > width) return text.slice(0, index);
  }
  return text;
}

/**
 * Returns the width of a text in a terminal: two columns for East Asian, full-width and most emoji characters, none for combining marks and escape
 * codes of colors, one for others.
 */
export function displayWidth(text: string): number {
  return stringWidth(text);
}
