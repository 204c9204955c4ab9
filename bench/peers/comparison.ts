import type { Agreement } from "./agreement.ts";

/** Result of another library for one task. */
export interface Cell {
  readonly package: string;
  /** Median time, divided by Hindcast's. */
  readonly ratio: number;
  readonly agreement: Agreement;
  /** Reason why the library's values differ from Hindcast's. */
  readonly differs?: string;
}

/** Results of all libraries for one task. */
export interface Row {
  readonly name: string;
  /** Hindcast's median time for a bar, in nanoseconds. */
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
