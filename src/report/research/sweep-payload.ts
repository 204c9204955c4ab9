import type { MetricUnit } from "../../metrics/define.ts";
import { pluralize } from "../../primitives/words.ts";
import { distinctChoices, type ParamChoice } from "../../research/space/axis.ts";
import type { TrialsResult } from "../../research/sweep/trials-result.ts";
import { metricOf } from "../../research/trials/trial-runner.ts";
import { formatByUnit, formatCount } from "../../metrics/format.ts";
import { jsonNumber } from "../../primitives/json.ts";
import { valueText } from "../labelled.ts";
import { packColumn, significantDecimals } from "../packed-column.ts";
import { settingsRows } from "../settings-rows.ts";
import { runFacts, runHead } from "./head.ts";
import { overfittingPanel } from "./overfitting-rows.ts";

/** Maximum number of trials on a page. More trials would make the page large and slow. */
const MAX_TRIALS = 12_000;
/** Number of best trials that are all shown. Of the other trials an even sample is shown. */
const BEST_TRIALS = 4000;

/**
 * Returns the ranks, from 0, of the trials that a page shows: all, or the best and an even sample of the others. Showing only the best
 * would hide how most trials performed.
 */
export function shownRanks(length: number, maxTrials = MAX_TRIALS, best = BEST_TRIALS): number[] {
  if (length <= maxTrials) return Array.from({ length }, (_, rank) => rank);
  const rest = maxTrials - best;
  return Array.from({ length: maxTrials }, (_, i) =>
    i < best ? i : best + Math.round(((i - best) * (length - 1 - best)) / (rest - 1)),
  );
}

/** A parameter with its values in all shown trials. */
export type ParamColumn = ReturnType<typeof paramColumn>;

/** A metric with its values in all shown trials. */
export type MetricColumn = ReturnType<typeof metricColumn>;

/** Data of the page of a sweep or a search: columns by rank, best trial first. */
export type SweepPayload = ReturnType<typeof sweepPayload>;

/** Decimals of a metric by unit: one more than the page shows, so that sorting is exact. */
const DECIMALS: Readonly<Record<Exclude<MetricUnit, "money">, number>> = {
  fraction: 4,
  ratio: 3,
  count: 1,
  duration: 0,
};
const SORTED_DIGITS = 4;

/** Returns the data of the page of a sweep or a search. Runs the best trial again to show its details. */
export function sweepPayload(result: TrialsResult, what = "parameter sweep") {
  const best = result.run();
  const ranks = shownRanks(result.length);
  const trials = ranks.map((rank) => result.at(rank + 1));
  const axes = result.params.map((name) =>
    paramColumn(
      name,
      trials.map(({ params }) => params[name]!),
    ),
  );
  const columns = result.metrics.map((name) => ({ name, values: selectRanks(result.column(name), ranks) }));
  const differs = ({ name, values }: (typeof columns)[number]) =>
    name === result.objective.metric || values.some((value) => !Object.is(value, values[0]));
  return {
    kind: "sweep" as const,
    ...runHead(best),
    what,
    facts: [
      ...runFacts(best),
      `${pluralize(result.length, "trial")} by ${result.objective.direction} ${result.objective.metric}`,
    ],
    warnings: [
      ...(Number.isNaN(result.best.value) ? [] : edgeWarnings(axes)),
      ...missingObjectiveWarnings(result),
      ...best.warnings,
    ],
    limits: [
      "The ranking uses past results, so luck is part of the best result. No trial was tested on other data: use hindcast walk-forward for that.",
      "The measures of overfitting count only the trials of this table. Trials of other experiments with the same data matter as well.",
    ],
    marks: [
      {
        label: "Trials",
        text: result.checksum,
        meaning: "SHA-256 of all numbers in the table, which is the same on every machine",
      },
      {
        label: "Best run",
        text: best.fingerprint,
        meaning: "Hash of data, settings, strategy source, parameters and engine version",
      },
    ],
    /** Name of the ranking metric, and whether lower is better. */
    objective: result.objective.metric,
    lowest: result.objective.direction === "lowest",
    /** Total number of trials, of which the page may show fewer. */
    trials: result.length,
    /** Rank of each shown trial, from 0, as a packed column. */
    ranks: packColumn(ranks, 0),
    /** Seed of each shown trial, with which the trial can be repeated. */
    seeds: packColumn(
      trials.map(({ seed }) => seed),
      0,
    ),
    axes,
    metrics: columns.filter(differs).map(({ name, values }) => metricColumn(name, values, result.currencyDecimals)),
    /** Metrics with the same value in all trials. */
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
    /** Whether the values have an order: true for numbers, false for words. */
    ordered,
    /** Tried values of the parameter, in ascending order. */
    choices: choices.map((choice) => (typeof choice === "number" ? jsonNumber(choice)! : choice)),
    /** Index of each trial's value in `choices`. */
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
  // `moneyDecimals` is the number of decimals if the unit is money.
  return { name, title, unit, better, moneyDecimals, formula, values: packed };
}

/** Warns for each parameter whose best value is at the edge of the tried range, since better values may lie outside. */
function edgeWarnings(axes: readonly ParamColumn[]): string[] {
  return axes.flatMap(({ name, ordered, choices, places }) => {
    const place = places[0]!;
    if (!ordered || choices.length < 3 || (place > 0 && place < choices.length - 1)) return [];
    const range = `${valueText(choices[0])} to ${valueText(choices.at(-1))}`;
    return [
      `The best trial has ${name} at the edge of the tried range (${valueText(choices[place])} of ${range}): better values may lie outside.`,
    ];
  });
}

function selectRanks(column: Float64Array, ranks: readonly number[]): Float64Array {
  return Float64Array.from(ranks, (rank) => column[rank]!);
}

/** Warns if trials have no value of the objective. */
export function missingObjectiveWarnings(result: TrialsResult): readonly string[] {
  const missing = result.column(result.objective.metric).filter((value) => Number.isNaN(value)).length;
  if (missing === 0) return [];
  const [have, are] = missing === 1 ? ["has", "is"] : ["have", "are"];
  return [
    `${formatCount(missing)} of ${pluralize(result.length, "trial")} ${have} no ${result.objective.metric} and ${are} ranked last.`,
  ];
}
