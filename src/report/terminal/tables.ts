import stringWidth from "string-width";
import { ink, type Ink } from "./ink.ts";

/** A column of a table of text: its heading and on which side its texts stand. */
export interface TextColumn {
  readonly heading: string;
  readonly align: "left" | "right";
}

/** A cell: its text, and what to do with it once it is padded, such as colour, which takes no room. */
export type TextCell = string | { readonly text: string; readonly ink: (text: string) => string };

/** Spaces between two columns. */
const GAP = 2;

/** Lines of a table: columns as wide as their widest text, two blanks between, no blank at the end of a line. */
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

/** A column of a table that keeps to a width. */
export interface FittedColumn<Row> {
  readonly heading: string;
  readonly align: "left" | "right";
  /** Columns of the highest number are left out first where there is no room; 0 stays. */
  readonly leaves: number;
  readonly cell: (row: Row) => TextCell;
}

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
function keptColumns(
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

/** A table, or a part of one that was too wide: the lines of its heading, and a line for each row. */
interface FoldedTable {
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

/** A column of a list. */
export interface TableColumn {
  readonly heading: string;
  readonly align?: "left" | "right";
  /** Where the table is too wide its texts go on in further lines. */
  readonly wraps?: true;
}

const NARROWEST = 14;

/**
 * Lines of a table that keeps to `width` characters where wrapping can do it; as wide as it likes where `width` is undefined, one line
 * a row, for other programs.
 */
export function wrappedTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  width = Infinity,
): string[] {
  const widths = columns.map(({ heading }, i) =>
    Math.max(...[heading, ...rows.map((row) => row[i]!)].map(displayWidth)),
  );
  const limits = limitsOf(columns, widths, width);
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

/** Lines of at most `width` columns of a terminal, broken between words, all but the first indented; a word that is longer stays whole. */
export function wrappedWords(text: string, width: number, indent = ""): string[] {
  const lines: string[] = [];
  let taken = 0;
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const own = displayWidth(word);
    if (last !== undefined && taken + 1 + own <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
      taken += 1 + own;
    } else {
      lines.push(last === undefined ? word : indent + word);
      taken = last === undefined ? own : indent.length + own;
    }
  }
  return lines;
}

const characters = new Intl.Segmenter("en");

/** The beginning of a text that has room in so many columns of a terminal: no character of two columns is halved, none loses its marks. */
export function clippedText(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let taken = 0;
  for (const { segment, index } of characters.segment(text)) {
    taken += displayWidth(segment);
    if (taken > width) return text.slice(0, index);
  }
  return text;
}

/**
 * Columns that a text takes on a terminal: two for a Chinese, Japanese or Korean character, a full-width one and most emoji, none for a mark
 * that is set on the letter before it, one for any other. Colour takes none.
 */
export function displayWidth(text: string): number {
  return stringWidth(text);
}
