import type { BandEnd } from "../engine/band.ts";
import type { RunResult } from "../engine/run-result.ts";
import { formatFraction, formatMoney } from "./format.ts";
import type { Labelled } from "./labelled.ts";

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
