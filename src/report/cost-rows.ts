import type { RunResult } from "../engine/run-result.ts";
import { costBreakdown } from "../metrics/breakdowns.ts";
import { formatMoney } from "./format.ts";
import type { Labelled } from "./labelled.ts";

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
