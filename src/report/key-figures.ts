import type { SummaryRow } from "./summary-rows.ts";

/** A metric that a reader looks at first. */
export interface KeyFigure {
  readonly name: string;
  /** The metric that puts it in place; left out where that is the same metric of buy and hold. */
  readonly beside?: string;
}

/** The metrics that a reader looks at first, in that order. */
export const KEY_FIGURES: readonly KeyFigure[] = [
  { name: "total-return" },
  { name: "cagr" },
  { name: "max-drawdown" },
  { name: "volatility" },
  { name: "sharpe" },
  { name: "trades", beside: "exposure" },
  { name: "win-rate", beside: "average-trade" },
  { name: "profit-factor", beside: "payoff-ratio" },
  { name: "final-equity", beside: "commission-paid" },
];

/** The rows of these names that the summary has, in the order of the names. */
export function rowsNamed(rows: readonly SummaryRow[], names: readonly string[]): SummaryRow[] {
  return names.flatMap((name) => rows.find((row) => row.name === name) ?? []);
}
