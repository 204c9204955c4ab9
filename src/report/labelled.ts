import type { BandEnd } from "../engine/band.ts";
import type { RunResult } from "../engine/run-result.ts";
import { costBreakdown } from "../metrics/breakdowns.ts";
import { formatFraction, formatMoney } from "../metrics/format.ts";

/** A row of a table: a label, its text, and an explanation. */
export interface Labelled {
  readonly label: string;
  readonly text: string;
  /** Explanation of the label, if needed. */
  readonly meaning?: string;
}

/** Formats the value of a parameter or setting as one line. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return String(value);
  return "model" in value && typeof value.model === "string"
    ? modelText({ ...value, model: value.model })
    : JSON.stringify(value);
}

/** Formats a cost model with its fields: `percent (rate 0.001)`. */
export function modelText({ model, ...fields }: { readonly model: string; readonly [field: string]: unknown }): string {
  const shown = Object.entries(fields).map(([name, value]) => `${name} ${valueText(value)}`);
  return shown.length === 0 ? model : `${model} (${shown.join(", ")})`;
}

/** Rows for the pessimistic and the optimistic result of a run with `intrabar: band`. Other runs have no rows. */
export function bandRows({ band, currencyDecimals }: Pick<RunResult, "band" | "currencyDecimals">): Labelled[] {
  if (band === undefined) return [];
  const text = ({ finalEquity, totalReturn }: BandEnd) =>
    `${formatFraction(totalReturn)}, ${formatMoney(finalEquity, currencyDecimals)}`;
  const verdict = band.crossesZero
    ? "One of the two results is a loss and the other is not: the backtest is inconclusive."
    : undefined;
  return [
    {
      label: "Pessimistic",
      text: text(band.pessimistic),
      meaning: "Result if, of two orders that one bar reaches, the one worse for the account fills first.",
    },
    {
      label: "Optimistic",
      text: text(band.optimistic),
      meaning: verdict ?? "Result if, of two orders that one bar reaches, the one better for the account fills first.",
    },
  ];
}

/** Rows for trading costs by type. A run without costs has no rows. */
export function costRows({
  entries,
  fills,
  currencyDecimals,
}: Pick<RunResult, "entries" | "fills" | "currencyDecimals">): Labelled[] {
  const { commission, slippage, borrow, interest, total } = costBreakdown(entries, fills);
  const rows: readonly (readonly [label: string, amount: number, meaning: string])[] = [
    ["Commission", commission, "Fees that the broker charged for fills."],
    ["Slippage", slippage, "Difference from the prices before slippage; already included in the fill prices."],
    ["Borrow", borrow, "Borrow fees on short positions."],
    ["Interest", interest, "Paid on borrowed cash, less interest earned; negative if more was earned."],
  ];
  const paid = rows.filter(([, amount]) => amount !== 0);
  if (paid.length === 0) return [];
  return [...paid, ["Total", total, ""] as const].map(([label, amount, meaning]) => ({
    label,
    text: formatMoney(amount, currencyDecimals),
    ...(meaning !== "" && { meaning }),
  }));
}
