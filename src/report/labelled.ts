import type { BandEnd } from "../engine/band.ts";
import type { RunResult } from "../engine/run-result.ts";
import { costBreakdown } from "../metrics/breakdowns.ts";
import { formatFraction, formatMoney } from "./format.ts";

/** A fact as a table shows it. */
export interface Labelled {
  readonly label: string;
  readonly text: string;
  /** What it means, where the words do not say it. */
  readonly meaning?: string;
}

/** Any value of params or settings as one line of text. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return String(value);
  return "model" in value && typeof value.model === "string"
    ? modelText({ ...value, model: value.model })
    : JSON.stringify(value);
}

/** A cost model with its fields: `percent (rate 0.001)`. */
export function modelText({ model, ...fields }: { readonly model: string; readonly [field: string]: unknown }): string {
  const shown = Object.entries(fields).map(([name, value]) => `${name} ${valueText(value)}`);
  return shown.length === 0 ? model : `${model} (${shown.join(", ")})`;
}

/** Both ends of a band; nothing for a run without one. */
export function bandRows({ band, currencyDecimals }: Pick<RunResult, "band" | "currencyDecimals">): Labelled[] {
  if (band === undefined) return [];
  const text = ({ finalEquity, totalReturn }: BandEnd) =>
    `${formatFraction(totalReturn)}, ${formatMoney(finalEquity, currencyDecimals)}`;
  const verdict = band.crossesZero ? "One end is a loss and the other is not: this is not a result." : undefined;
  return [
    { label: "Pessimistic", text: text(band.pessimistic), meaning: "The one that hurts came first." },
    { label: "Optimistic", text: text(band.optimistic), meaning: verdict ?? "The one that helps came first." },
  ];
}

/** What trading cost, by kind; nothing where nothing was paid. */
export function costRows({
  entries,
  fills,
  currencyDecimals,
}: Pick<RunResult, "entries" | "fills" | "currencyDecimals">): Labelled[] {
  const { commission, slippage, borrow, interest, total } = costBreakdown(entries, fills);
  const rows: readonly (readonly [label: string, amount: number, meaning: string])[] = [
    ["Commission", commission, "What the broker took."],
    ["Slippage", slippage, "By how much worse than their aim the fills were; it lies in their prices."],
    ["Borrow", borrow, "For positions held short."],
    ["Interest", interest, "On cash: owed less earned; below zero was earned."],
  ];
  const paid = rows.filter(([, amount]) => amount !== 0);
  if (paid.length === 0) return [];
  return [...paid, ["Total", total, ""] as const].map(([label, amount, meaning]) => ({
    label,
    text: formatMoney(amount, currencyDecimals),
    ...(meaning !== "" && { meaning }),
  }));
}
