import { metrics } from "../../metrics/catalog.ts";
import type { Metric } from "../../metrics/define.ts";
import { ENGINE_VERSION } from "../../engine/version.ts";
import type { Column } from "../../primitives/column.ts";
import { parseDate } from "../../time/instant.ts";
import { DAY_MS } from "../../time/interval.ts";
import { zoneOf } from "../../time/zone.ts";
import { formatByUnit } from "../../metrics/format.ts";
import { curveLines, type NamedCurve } from "./curve-lines.ts";
import { differencesOf, type ComparedRun } from "./compared-run.ts";

/** A metric with its value in each of several runs. */
export type ComparedMetric = ReturnType<typeof comparedMetric>[number];

/** Data of a comparison page. */
export type ComparePayload = ReturnType<typeof comparePayload>;

/** Returns the data of a comparison page. */
export function comparePayload(runs: readonly ComparedRun[]) {
  const first = runs[0]!;
  const zone = typeof first.settings["zone"] === "string" ? first.settings["zone"] : "UTC";
  const shortest = runs.find(({ interval }) => /^\d+[smh]/.test(interval)) ?? first;
  return {
    kind: "compare" as const,
    what: "comparison of runs",
    title: [...new Set(runs.map(({ strategy }) => strategy))].join(", "),
    params: [],
    facts: [`${runs.length} runs`, ...new Set(runs.map(({ symbols }) => symbols.join(", ")))],
    warnings: warningsOf(runs),
    doubts: runs.flatMap(({ name, findings }) =>
      findings.map((finding) => ({ ...finding, text: `${name}: ${finding.text}` })),
    ),
    limits: [
      "A difference between two runs does not show its cause. Check which settings differ, and whether the difference exceeds chance (hindcast monte-carlo reports confidence intervals).",
      "The comparison does not know whether a run was chosen as the best of many trials.",
    ],
    notes: [],
    marks: runs.map(({ name, fillHash }) => ({
      label: name,
      text: fillHash,
      meaning: "Hash of all fills in order: runs with equal hashes have identical fills",
    })),
    engineVersion: ENGINE_VERSION,
    runs: runs.map(({ name, strategy, fillHash }) => ({
      name,
      strategy,
      fillHash,
    })),
    /** Parameters, symbols, ranges and settings that differ between the runs. */
    differences: differencesOf(runs).filter(({ texts }) => new Set(texts).size > 1),
    metrics: Object.values(metrics).flatMap((metric) => comparedMetric(metric, runs)),
    /** Equity curves of the runs in order, then buy and hold if its curve is the same for all runs. */
    curves: curveLines([...runs.map(curveOf), ...buyAndHoldCurve(runs)], shortest.interval, zone),
  };
}

function comparedMetric({ name, title, group, unit, better, formula }: Metric, runs: readonly ComparedRun[]) {
  const values = runs.map(({ summary }) => summary[name] ?? null);
  if (values.every((value) => value === null)) return [];
  const known = values.filter((value) => value !== null);
  const top = better === "lower" ? Math.min(...known) : Math.max(...known);
  const texts = values.map((value, i) => formatByUnit(unit, value, runs[i]!.currencyDecimals));
  const best = values.indexOf(top);
  // Values that are shown as the same text count as equal.
  const isUnique =
    better !== "neither" && known.length > 1 && texts.filter((text) => text === texts[best]).length === 1;
  return [
    {
      name,
      title,
      group,
      formula,
      texts,
      /** Index of the run with the best value; null if several runs have the best value. */
      best: isUnique ? best : null,
    },
  ];
}

function curveOf({ name, equity, settings, currencyDecimals }: ComparedRun): NamedCurve {
  const time = Float64Array.from(equity.time);
  return {
    name,
    time,
    date: datesOf(equity, time, settings),
    equity: column(equity.equity),
    start: startOf(settings),
    currencyDecimals,
  };
}

/**
 * Returns the dates of an equity curve. If an older version saved none, each is the local date one millisecond before the record.
 */
function datesOf({ date }: ComparedRun["equity"], time: Column, { zone }: ComparedRun["settings"]): Column {
  if (date !== undefined) return Float64Array.from(date, parseDate);
  const clock = zoneOf(typeof zone === "string" ? zone : "UTC");
  return time.map((at) => Math.floor(clock.toLocal(at - 1) / DAY_MS) * DAY_MS);
}

/** Returns the buy-and-hold curve if all runs have the same symbols, range and starting cash. */
function buyAndHoldCurve(runs: readonly ComparedRun[]): NamedCurve[] {
  const [first] = runs;
  const same = ({ symbols, from, to, settings }: ComparedRun) => JSON.stringify([symbols, from, to, settings["cash"]]);
  if (first === undefined || new Set(runs.map(same)).size > 1) return [];
  return [{ ...curveOf(first), name: "buy & hold", equity: column(first.buyAndHold) }];
}

function startOf({ cash }: ComparedRun["settings"]): number {
  return typeof cash === "number" ? cash : NaN;
}

function column(values: readonly (number | null)[]): Float64Array {
  return Float64Array.from(values, (value) => value ?? NaN);
}

function warningsOf(runs: readonly ComparedRun[]): string[] {
  const differ = (text: (run: ComparedRun) => string) => new Set(runs.map(text)).size > 1;
  return [
    ...(differ(({ symbols }) => symbols.join(" ")) ? ["The runs traded different symbols."] : []),
    ...(differ(({ from, to }) => `${from} ${to}`)
      ? ["The runs cover different periods: their metrics are not comparable."]
      : []),
    ...(runs.length > 1 && !differ(({ fillHash }) => fillHash) ? ["All runs have identical fills."] : []),
  ];
}
