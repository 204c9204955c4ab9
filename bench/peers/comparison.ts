import type { Agreement } from "./agreement.ts";

/** One library beside ours, doing one thing. */
export interface Cell {
  readonly package: string;
  /** Its median time, ours taken as 1. */
  readonly ratio: number;
  readonly agreement: Agreement;
  /** Why its values are others. */
  readonly differs?: string;
}

/** One thing that was measured. */
export interface Row {
  readonly name: string;
  /** Our median time for a bar, nanoseconds. */
  readonly ours: number;
  readonly cells: readonly Cell[];
}

/** A difference that nobody explained: what is timed is then not the same work. */
export function unexplained(question: string, rows: readonly Row[]): string[] {
  return rows.flatMap(({ name, cells }) =>
    cells
      .filter((cell) => !cell.agreement.equal && cell.differs === undefined)
      .map((cell) => `${question}, ${name}: ${cell.package} differs by ${cell.agreement.difference}`),
  );
}
