import { displayWidth } from "./display-width.ts";

/** A column of a table of text: its heading and on which side its texts stand. */
export interface TextColumn {
  readonly heading: string;
  readonly align: "left" | "right";
}

/** A cell: its text, and what to do with it once it is padded, such as colour, which takes no room. */
export type TextCell = string | { readonly text: string; readonly ink: (text: string) => string };

const GAP = "  ";

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
    return cells.join(GAP).trimEnd();
  });
}

function textOf(cell: TextCell): string {
  return typeof cell === "string" ? cell : cell.text;
}
