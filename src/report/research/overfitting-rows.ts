import type { Overfitting } from "../../research/overfitting/overfitting.ts";
import { formatCount, formatFraction, formatNumber } from "../../metrics/format.ts";
import { jsonNumber } from "../../primitives/json.ts";
import type { Labelled } from "../labelled.ts";

/** Measures of overfitting of the best of many trials. */
export interface OverfittingPanel {
  /** Whether the deflated Sharpe ratio and the probability of overfitting both indicate skill of the best trial. */
  readonly holds: boolean;
  readonly verdict: string;
  readonly rows: readonly Labelled[];
}

/** Deflated Sharpe ratio from which the best trial is significant. The other limit is for the probability of overfitting. */
const SIGNIFICANT = 0.95;
const MAX_PBO = 0.2;

/** Verdicts if no trial has a Sharpe ratio, and if only one has. */
const TOO_FEW_TRIALS = [
  "No trial has a Sharpe ratio, so overfitting cannot be estimated.",
  "Overfitting cannot be estimated from a single trial.",
] as const;

/** Describes how likely the result of the best of many trials is chance. */
export function overfittingPanel(panel: Overfitting): OverfittingPanel {
  const { trials, combinations } = panel;
  if (trials < 2) return { holds: false, verdict: TOO_FEW_TRIALS[trials]!, rows: [] };
  const holds = panel.deflatedSharpe >= SIGNIFICANT && panel.pbo < MAX_PBO;
  const conclusion = holds
    ? "better than chance alone would explain"
    : "no better than chance alone could explain: test it on other data (walk-forward)";
  const share = (value: number) => formatFraction(jsonNumber(value));
  const ratio = (value: number) => formatNumber(jsonNumber(value), 4);
  return {
    holds,
    verdict: `The best of ${formatCount(trials)} trials is ${conclusion}.`,
    rows: [
      {
        label: "Deflated Sharpe ratio",
        text: share(panel.deflatedSharpe),
        meaning:
          "Probability that the best trial beats the best of the same number of trials without skill; 95% is significant.",
      },
      {
        label: "Probability of overfitting (PBO)",
        text: share(panel.pbo),
        meaning: `Share of ${formatCount(combinations)} splits in which the best trial of one half of the data ranks below the median in the other; noise gives about 50%.`,
      },
      {
        label: "Loss out of sample",
        text: share(panel.lossShare),
        meaning: "Share of the splits in which the best trial of one half of the data loses money in the other.",
      },
      {
        label: "Median rank out of sample",
        text: share(panel.medianRank),
        meaning:
          "Rank of the best trial of one half of the data among all trials in the other: 0% is the worst, 100% the best.",
      },
      {
        label: "Probabilistic Sharpe ratio",
        text: share(panel.probabilisticSharpe),
        meaning: "Probability that the true Sharpe ratio is above 0, if this were the only trial.",
      },
      {
        label: "Sharpe ratio per session",
        text: ratio(panel.sharpe),
        meaning: "Sharpe ratio of the best trial, not annualized.",
      },
      {
        label: "Expected maximum by chance",
        text: ratio(panel.expectedMaximum),
        meaning: "Expected Sharpe ratio per session of the best of the same number of trials without skill.",
      },
    ],
  };
}
