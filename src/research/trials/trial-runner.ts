import type { BacktestResult } from "../../engine/backtest-result.ts";
import { RepeatedRuns } from "../../engine/repeated-runs.ts";
import { runBacktest } from "../../engine/run.ts";
import { PreparedRun } from "../../engine/prepared-run.ts";
import type { RunOptions } from "../../engine/run-plan.ts";
import { reseeded, resolveSettings, type RunSettings } from "../../engine/run-settings.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";
import { metrics } from "../../metrics/catalog.ts";
import type { Metric } from "../../metrics/define.ts";
import type { Performance } from "../../metrics/performance.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { PART_WIDTH, partEnds, rowWidth } from "./trial-table.ts";
import type { TrialJob, TrialSpec } from "./trial-job.ts";

/** Maximum size in bytes of the indicator columns that trials share. If they exceed it, all are discarded. */
const COLUMN_BUDGET = 256 * 2 ** 20;

/** Runs the trials of one job in sequence, over data that are prepared once. */
export class TrialRunner {
  readonly #strategy: AnyStrategy;
  readonly #job: TrialJob;
  readonly #metrics: readonly Metric[];
  readonly #width: number;
  readonly #settings: RunSettings;
  readonly #prepared: PreparedRun;
  readonly #passing: RepeatedRuns;
  /** Ends of the parts of the sessions, computed for a run with `#partsOf` sessions. */
  #partEnds: readonly number[] = [];
  #partsOf = -1;

  constructor(strategy: AnyStrategy, data: MarketData, job: TrialJob) {
    this.#strategy = strategy;
    this.#job = job;
    this.#metrics = job.metrics.map(metricOf);
    this.#width = rowWidth(job);
    this.#settings = resolveSettings(job.settings);
    this.#prepared = new PreparedRun(data, job.symbols, this.#settings);
    this.#passing = new RepeatedRuns(strategy, this.#prepared, this.#options());
  }

  /** Runs trials and returns their rows, one after another. Calls `onTrial` with the index of each trial before it runs. */
  rows(trials: readonly TrialSpec[], onTrial?: (place: number) => void): Float64Array {
    const rows = new Float64Array(trials.length * this.#width);
    for (const [i, spec] of trials.entries()) {
      onTrial?.(i);
      const { params, seed } = spec;
      this.#limitMemory();
      try {
        this.#passing.run(params, seed, (performance) => this.#row(performance, rows, i * this.#width));
      } catch (error) {
        if (error instanceof Error) error.message += `, in ${trialText(spec)}`;
        throw error;
      }
    }
    return rows;
  }

  /** Returns the full result of a trial. */
  run(spec: TrialSpec): BacktestResult {
    const { params, seed } = spec;
    this.#limitMemory();
    const options = { ...this.#options(), params, settings: reseeded(this.#settings, seed) };
    return runBacktest(this.#strategy, this.#prepared, options);
  }

  /** Returns the options that all trials share. */
  #options(): RunOptions {
    const { source } = this.#job;
    return {
      settings: this.#settings,
      ...(source?.sourceHash !== undefined && { sourceHash: source.sourceHash }),
    };
  }

  #row(performance: Performance, rows: Float64Array, start: number): void {
    let at = start;
    for (const metric of this.#metrics) rows[at++] = performance.value(metric);
    const { returns } = performance;
    let session = 0;
    if (this.#partsOf !== returns.length) {
      this.#partsOf = returns.length;
      this.#partEnds = partEnds(this.#job, returns.length);
    }
    for (const end of this.#partEnds) {
      let count = 0;
      let sum = 0;
      let squares = 0;
      for (; session < end && session < returns.length; session++) {
        const value = returns[session]!;
        if (Number.isNaN(value)) continue;
        count++;
        sum += value;
        squares += value * value;
      }
      rows[at] = count;
      rows[at + 1] = sum;
      rows[at + 2] = squares;
      at += PART_WIDTH;
    }
  }

  /** Discards the indicator columns that trials share if there are too many of them. */
  #limitMemory(): void {
    const { columns } = this.#prepared;
    if (columns.bytes > COLUMN_BUDGET) columns.clear();
  }
}

/** Describes a trial in messages by its number and parameters, so that the user can run the trial alone. */
export function trialText({ trial, params }: TrialSpec): string {
  const values = Object.entries(params).map(([name, value]) => `${name} ${value}`);
  return `trial ${trial}: ${values.join(", ")}`;
}

/** Returns a metric by name. Throws PARAMETER_UNKNOWN with the available names. */
export function metricOf(name: string): Metric {
  const metric = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
  if (metric !== undefined) return metric;
  const known = Object.keys(metrics);
  throw new HindcastError("PARAMETER_UNKNOWN", `metric must be one of ${known.join(", ")}, was "${name}"`, {
    metric: name,
    known,
  });
}
