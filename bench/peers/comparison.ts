import type { Agreement } from "./agreement.ts";

/** Result of one library for one task. */
export interface Cell {
  readonly package: string;
  /** Median time, divided by ours. */
  readonly ratio: number;
  readonly agreement: Agreement;
  /** Reason why its values differ from ours. */
  readonly differs?: string;
}

/** Result of one task. */
export interface Row {
  readonly name: string;
  /** Our median time for a bar, in nanoseconds. */
  readonly ours: number;
  readonly cells: readonly Cell[];
}

/** Lists differences without a known reason: such libraries may not do the same work. */
export function unexplained(question: string, rows: readonly Row[]): string[] {
  return rows.flatMap(({ name, cells }) =>
    cells
      .filter((cell) => !cell.agreement.equal && cell.differs === undefined)
      .map((cell) => `${question}, ${name}: ${cell.package} differs by ${cell.agreement.difference}`),
  );
}
