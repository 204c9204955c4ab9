import type { MarketData } from "../../market/market-data.ts";
import type { MetricUnit } from "../../metrics/define.ts";
import { pluralize } from "../../primitives/words.ts";
import { distinctChoices, type ParamChoice } from "../../research/space/axis.ts";
import type { TrialsResult } from "../../research/sweep/trials-result.ts";
import { metricOf } from "../../research/trials/trial-runner.ts";
import { formatByUnit, formatCount } from "../format.ts";
import { jsonNumber } from "../json.ts";
import { valueText } from "../labelled.ts";
import { packColumn, significantDecimals } from "../packed-column.ts";
import { settingsRows } from "../settings-rows.ts";
import { runFacts, runHead } from "./head.ts";
import { overfittingPanel } from "./overfitting-rows.ts";

/** Trials on one page at most: more make it heavy to send and slow to draw. */
const MOST_TRIALS = 12_000;
/** Of those the best by rank, without a gap; the rest are taken evenly from all others. */
const BEST = 4000;

/**
 * The ranks that a page shows: all where they are not too many, else the best and an even sample of the others, the last included. A page that
 * showed the best alone would hide how most of the trials went.
 */
export function shownRanks(length: number, most = MOST_TRIALS, best = BEST): number[] {
  if (length <= most) return Array.from({ length }, (_, rank) => rank);
  const rest = most - best;
  return Array.from({ length: most }, (_, i) =>
    i < best ? i : best + Math.round(((i - best) * (length - 1 - best)) / (rest - 1)),
  );
}

/** A parameter of the trials. */
export type ParamColumn = ReturnType<typeof paramColumn>;

/** A metric of the trials. */
export type MetricColumn = ReturnType<typeof metricColumn>;

/** Trials of a sweep or a search as a page shows them: columns by rank, from the best to the worst. */
export type SweepPayload = ReturnType<typeof sweepPayload>;

/** Decimals that a unit is shown with, one more where a page sorts by it. */
const DECIMALS: Readonly<Record<Exclude<MetricUnit, "money">, number>> = {
  fraction: 4,
  ratio: 3,
  count: 1,
  duration: 0,
};
const SORTED_DIGITS = 4;

/** What the page of a sweep or of a search (`what`) shows. The best trial runs again for it. */
export function sweepPayload(result: TrialsResult, data: MarketData, what = "parameter sweep") {
  const best = result.run();
  const ranks = shownRanks(result.length);
  const trials = ranks.map((rank) => result.at(rank + 1));
  const axes = result.params.map((name) =>
    paramColumn(
      name,
      trials.map(({ params }) => params[name]!),
    ),
  );
  const columns = result.metrics.map((name) => ({ name, values: pick(result.column(name), ranks) }));
  const differs = ({ name, values }: (typeof columns)[number]) =>
    name === result.objective.metric || values.some((value) => !Object.is(value, values[0]));
  return {
    kind: "sweep" as const,
    ...runHead(best, data),
    what,
    facts: [
      ...runFacts(best),
      `${pluralize(result.length, "trial")} by ${result.objective.direction} ${result.objective.metric}`,
    ],
    warnings: [
      ...(Number.isNaN(result.best.value) ? [] : edgeWarnings(axes)),
      ...missingObjective(result),
      ...best.warnings,
    ],
    limits: [
      "It ranks by what has happened, so the first is also the luckiest. Nothing on this page was tried where it was not chosen: hindcast walk-forward does that.",
      "The number of trials is that of this table. Trials that were run elsewhere count as well, but are not in these numbers.",
    ],
    marks: [
      {
        label: "Trials",
        text: result.checksum,
        meaning: "SHA-256 over all numbers of the table: the same on every machine",
      },
      {
        label: "Best run",
        text: best.fingerprint,
        meaning: "Of data, settings, strategy source, params and engine version",
      },
    ],
    /** Name of the metric that trials are ranked by, and whether low is better. */
    objective: result.objective.metric,
    lowest: result.objective.direction === "lowest",
    /** Trials in all; fewer are shown where they are too many. */
    trials: result.length,
    /** The place of each trial that is shown, from 0, packed; its rank is one more. */
    ranks: packColumn(ranks, 0),
    /** The seed of each of them, which repeats what its strategy drew. */
    seeds: packColumn(
      trials.map(({ seed }) => seed),
      0,
    ),
    axes,
    metrics: columns.filter(differs).map(({ name, values }) => metricColumn(name, values, result.currencyDecimals)),
    /** What every trial came to alike. */
    alike: columns
      .filter((column) => !differs(column))
      .map(({ name, values }) => ({
        label: metricOf(name).title,
        text: formatByUnit(metricOf(name).unit, jsonNumber(values[0]!), result.currencyDecimals),
      })),
    panel: overfittingPanel(result.overfitting),
    settings: settingsRows(best),
  };
}

function paramColumn(name: string, values: readonly ParamChoice[]) {
  const ordered = values.every((value) => typeof value === "number");
  const choices = distinctChoices(values);
  const places = new Map(choices.map((choice, place) => [choice, place]));
  return {
    name,
    /** Whether values near each other are alike, as numbers are and words are not. */
    ordered,
    /** The values that were tried, from low to high. */
    choices: choices.map((choice) => (typeof choice === "number" ? jsonNumber(choice)! : choice)),
    /** Place of each trial's value among them. */
    places: values.map((value) => places.get(value)!),
  };
}

function metricColumn(name: string, values: Float64Array, moneyDecimals: number) {
  const { title, unit, better, formula } = metricOf(name);
  const least = unit === "money" ? moneyDecimals : DECIMALS[unit];
  const packed =
    unit === "duration"
      ? {
          ...packColumn(
            values.map((value) => value / 1000),
            0,
          ),
          times: 1000,
        }
      : packColumn(values, Math.max(least, significantDecimals(values, SORTED_DIGITS)));
  // Of money `moneyDecimals` are shown.
  return { name, title, unit, better, moneyDecimals, formula, values: packed };
}

/** A best trial at the end of what was tried may only be the beginning of what is good. */
function edgeWarnings(axes: readonly ParamColumn[]): string[] {
  return axes.flatMap(({ name, ordered, choices, places }) => {
    const place = places[0]!;
    if (!ordered || choices.length < 3 || (place > 0 && place < choices.length - 1)) return [];
    const range = `${valueText(choices[0])} to ${valueText(choices.at(-1))}`;
    return [`The best trial has ${name} at the end of what was tried (${valueText(choices[place])} of ${range}).`];
  });
}

function pick(column: Float64Array, ranks: readonly number[]): Float64Array {
  return Float64Array.from(ranks, (rank) => column[rank]!);
}

/** What must be said of a ranking in which trials have no objective; nothing where all have one. */
export function missingObjective(result: TrialsResult): readonly string[] {
  const missing = result.column(result.objective.metric).filter((value) => Number.isNaN(value)).length;
  if (missing === 0) return [];
  const [have, are] = missing === 1 ? ["has", "is"] : ["have", "are"];
  return [
    `${formatCount(missing)} of ${pluralize(result.length, "trial")} ${have} no ${result.objective.metric} and ${are} ranked last.`,
  ];
}
