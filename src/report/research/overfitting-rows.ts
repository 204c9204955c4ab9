import type { Overfitting } from "../../research/overfitting/overfitting.ts";
import { formatCount, formatFraction, formatNumber } from "../format.ts";
import { jsonNumber } from "../json.ts";
import type { Labelled } from "../labelled.ts";

/** What must be known of the best of many. */
export interface OverfittingPanel {
  /** Whether both numbers say that it is more than luck. */
  readonly holds: boolean;
  readonly verdict: string;
  readonly rows: readonly Labelled[];
}

/** A deflated Sharpe ratio from here on is a find, and a chance of overfitting below that no accident. */
const SURE = 0.95;
const RARE = 0.2;

/** What is said of no trial, or of one, that has a Sharpe ratio. */
const ALONE = [
  "No trial has a Sharpe ratio: nothing can be said about luck.",
  "One trial alone says nothing about luck.",
] as const;

/** How likely the best of many trials was luck, in words and numbers. */
export function overfittingPanel(panel: Overfitting): OverfittingPanel {
  const { trials, combinations } = panel;
  if (trials < 2) return { holds: false, verdict: ALONE[trials]!, rows: [] };
  const holds = panel.deflatedSharpe >= SURE && panel.pbo < RARE;
  const said = holds
    ? "more than luck would show"
    : "no more than luck may show: try it where it was not chosen (walk-forward)";
  const share = (value: number) => formatFraction(jsonNumber(value));
  const ratio = (value: number) => formatNumber(jsonNumber(value), 4);
  return {
    holds,
    verdict: `The best of ${formatCount(trials)} trials is ${said}.`,
    rows: [
      {
        label: "Deflated Sharpe ratio",
        text: share(panel.deflatedSharpe),
        meaning:
          "How sure it is that the best beats what so many trials without skill would have shown; 95 % is a find.",
      },
      {
        label: "Probability of overfitting (PBO)",
        text: share(panel.pbo),
        meaning: `Share of ${formatCount(combinations)} splits in which the best of one half is below the middle in the other; noise gives about 50 %.`,
      },
      {
        label: "Loss out of sample",
        text: share(panel.lossShare),
        meaning: "Share of the splits in which the best of one half loses money in the other.",
      },
      {
        label: "Median place out of sample",
        text: share(panel.medianRank),
        meaning: "Of the best of one half among all trials in the other: 0 % is the last, 100 % the first.",
      },
      {
        label: "Probabilistic Sharpe ratio",
        text: share(panel.probabilisticSharpe),
        meaning: "How sure it is that the true ratio is above 0, had this been the only trial.",
      },
      { label: "Sharpe ratio of a session", text: ratio(panel.sharpe), meaning: "Of the best trial, not annual." },
      {
        label: "What luck would have shown",
        text: ratio(panel.expectedMaximum),
        meaning: "The Sharpe ratio of a session that the best of so many trials without skill would have had.",
      },
    ],
  };
}
