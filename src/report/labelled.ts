import type { BandEnd } from "../engine/band.ts";
import type { RunResult } from "../engine/run-result.ts";
import { costBreakdown } from "../metrics/breakdowns.ts";
import { formatFraction, formatMoney } from "./format.ts";

/** A row of a table of facts. */
export interface Labelled {
  readonly label: string;
  readonly text: string;
  /** Explanation, if the label needs one. */
  readonly meaning?: string;
}

/** Formats a value of params or settings as one line. */
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

/** Rows for the pessimistic and the optimistic end of a result's band; empty for a run without a band. */
export function bandRows({ band, currencyDecimals }: Pick<RunResult, "band" | "currencyDecimals">): Labelled[] {
  if (band === undefined) return [];
  const text = ({ finalEquity, totalReturn }: BandEnd) =>
    `${formatFraction(totalReturn)}, ${formatMoney(finalEquity, currencyDecimals)}`;
  const verdict = band.crossesZero ? "One end is a loss and the other is not: the result is inconclusive." : undefined;
  return [
    {
      label: "Pessimistic",
      text: text(band.pessimistic),
      meaning: "If a bar reaches two orders, the one worse for the account fills first.",
    },
    {
      label: "Optimistic",
      text: text(band.optimistic),
      meaning: verdict ?? "If a bar reaches two orders, the one better for the account fills first.",
    },
  ];
}

/** Rows for trading costs by type; empty if there were none. */
export function costRows({
  entries,
  fills,
  currencyDecimals,
}: Pick<RunResult, "entries" | "fills" | "currencyDecimals">): Labelled[] {
  const { commission, slippage, borrow, interest, total } = costBreakdown(entries, fills);
  const rows: readonly (readonly [label: string, amount: number, meaning: string])[] = [
    ["Commission", commission, "Charged by the broker."],
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
