import { settingsOver } from "../../engine/run-plan.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import { type MarketData, tradedSymbols } from "../../market/market-data.ts";
import { summaryMetrics } from "../../metrics/catalog.ts";
import { checkInteger } from "../../primitives/check.ts";
import { type Executor, inline } from "../executors/executor.ts";
import { dataChecksum } from "../executors/shared-data.ts";
import { ParamSpace, type TrialParams } from "../space/param-space.ts";
import { rowWidth, TrialTable } from "../trials/trial-table.ts";
import { type Confirmation, makeJob, type TrialChunk, type TrialJob, type TrialSpec } from "../trials/trial-job.ts";
import { type Objective, objectiveOf, rankTrials } from "./objective.ts";
import { type CompletedTrial, repeatEach, repeatTrials, sampledTrials } from "./repeat-trial.ts";
import type { ExperimentOptions } from "./sweep-options.ts";

/** Maximum number of bars that a chunk of trials processes, which takes some tens of milliseconds. */
const CHUNK_BARS = 200_000;
const MAX_CHUNK_TRIALS = 128;
/** Number of parts into which the sessions are divided for the probability of overfitting. */
const PARTS = 16;

/** Stores the rows of trials that have run, such as a journal. */
export interface TrialStore {
  /** Repeats a sample of trials that an earlier version wrote. Throws JOURNAL_INVALID if a row differs. */
  verify(experiment: ExperimentRunner): Promise<void>;
  /** Returns the row of a trial that has run before. Throws JOURNAL_INVALID if the stored trial has other parameters. */
  takeRow(spec: TrialSpec): Float64Array | undefined;
  append(trials: readonly TrialSpec[], rows: Float64Array): Promise<void>;
}

/** Runs the trials of an experiment: strategy, space of parameters, job and executor. */
export class ExperimentRunner {
  readonly strategy: AnyStrategy;
  readonly data: MarketData;
  readonly space: ParamSpace;
  readonly objective: Objective;
  readonly job: TrialJob;
  readonly seed: number;
  readonly executor: Executor;
  readonly #options: ExperimentOptions;

  constructor(
    strategy: AnyStrategy,
    data: MarketData,
    options: ExperimentOptions,
    job: Partial<Pick<TrialJob, "parts" | "settings">> = {},
  ) {
    this.strategy = strategy;
    this.data = data;
    this.#options = options;
    this.space = new ParamSpace(strategy, options.params, options.constraint);
    this.objective = objectiveOf(options.objective);
    this.seed = checkInteger("seed", options.seed ?? 1, 0, 2 ** 32 - 1);
    this.executor = options.executor ?? inline();
    const metrics = [...new Set([...(options.metrics ?? Object.keys(summaryMetrics)), this.objective.metric])];
    this.job = makeJob(strategy, {
      source: options.source,
      data: dataChecksum(data),
      symbols: options.symbols ?? tradedSymbols(data),
      settings: settingsOver(data, options.symbols, job.settings ?? options.settings),
      metrics,
      parts: job.parts ?? PARTS,
    });
  }

  /** Creates an empty table. A row contains the encoded parameters of a trial, then its results. */
  table(): TrialTable {
    return new TrialTable(this.space.axes.length + rowWidth(this.job));
  }

  async open(): Promise<void> {
    const { strategy, data, job } = this;
    await this.executor.open({ strategy, data, source: job.source, checksum: job.data });
  }

  /** Closes the executor, unless the caller provided the executor. */
  async close(): Promise<void> {
    if (this.#options.executor === undefined) await this.executor.close();
  }

  spec(trial: number, params: TrialParams): TrialSpec {
    return { trial, seed: trialSeed(this.seed, trial), params };
  }

  /** Runs combinations of parameters as trials, numbered from `first`, and writes their rows to the table. */
  async run(
    table: TrialTable,
    points: Iterable<TrialParams>,
    { first = 0, total = NaN, store }: { first?: number; total?: number; store?: TrialStore | undefined } = {},
  ): Promise<void> {
    const { signal, onProgress } = this.#options;
    await store?.verify(this);
    let done = first;
    let ran = 0;
    const storeRow = (spec: TrialSpec, rows: Float64Array, start: number): void => {
      const row = new Float64Array(table.width);
      row.set(this.space.encode(spec.params as TrialParams));
      row.set(rows.subarray(start, start + rowWidth(this.job)), this.space.axes.length);
      table.set(spec.trial, row);
      done++;
    };
    const expected = Array.isArray(points) ? points.length : Number.isNaN(total) ? Infinity : total;
    const chunks = this.#chunks(points, first, this.#chunkSize(expected), (spec) => {
      const row = store?.takeRow(spec);
      if (row !== undefined) storeRow(spec, row, 0);
      return row !== undefined;
    });
    for await (const { trials, rows } of this.executor.map(chunks, { signal })) {
      for (const [i, spec] of trials.entries()) storeRow(spec, rows, i * rowWidth(this.job));
      await store?.append(trials, rows);
      ran += trials.length;
      onProgress?.({ done, total, ran });
    }
    if (ran === 0) onProgress?.({ done, total, ran });
    if (table.length === 0) throw this.space.noPointsError();
  }

  /** Repeats the best trial and a sample of others. Throws TRIAL_UNREPEATABLE if a result differs. */
  async confirm(table: TrialTable): Promise<Confirmation> {
    const { signal } = this.#options;
    signal?.throwIfAborted();
    const { job, space, objective, executor } = this;
    const place = space.axes.length + job.metrics.indexOf(objective.metric);
    const trialAt = (trial: number): CompletedTrial => {
      const row = table.row(trial);
      const params = space.decode(row) as TrialSpec["params"];
      return { spec: { ...this.spec(trial, {}), params }, row: row.subarray(space.axes.length) };
    };
    const [best] = rankTrials(table.column(place), objective);
    const sampled = sampledTrials(table.length, this.seed).map(trialAt);
    const trials = { best: trialAt(best!), first: trialAt(0), last: trialAt(table.length - 1), sampled };
    return repeatTrials(trials, { executor, job, signal });
  }

  /** Repeats at most 16 of these trials, each in a new instance of the strategy's module. Throws TRIAL_UNREPEATABLE. */
  async repeatSample(trials: readonly CompletedTrial[]): Promise<void> {
    const { job, executor } = this;
    const sample = sampledTrials(trials.length, this.seed, 1).map((place) => trials[place]!);
    await repeatEach(sample, { executor, job, signal: this.#options.signal });
  }

  /** Returns the number of trials in a chunk: some tens of milliseconds of work, and few enough that every worker gets some. */
  #chunkSize(expected: number): number {
    const bars = this.data.series.reduce((sum, one) => sum + one.bars.length, 0);
    const each = Math.ceil(expected / this.executor.width);
    return Math.max(1, Math.min(MAX_CHUNK_TRIALS, each, Math.floor(CHUNK_BARS / bars)));
  }

  *#chunks(
    points: Iterable<TrialParams>,
    first: number,
    maxTrials: number,
    isStored: (spec: TrialSpec) => boolean,
  ): Generator<TrialChunk, void, undefined> {
    let trials: TrialSpec[] = [];
    let trial = first;
    for (const params of points) {
      const spec = this.spec(trial++, params);
      if (isStored(spec)) continue;
      trials.push(spec);
      if (trials.length < maxTrials) continue;
      yield { job: this.job, trials };
      trials = [];
    }
    if (trials.length > 0) yield { job: this.job, trials };
  }
}

/**
 * Returns the seed of a trial: a hash of the experiment's seed and the trial's number, independent of the executor and of other trials. The
 * mixing function is the last step of MurmurHash3, applied twice.
 */
export function trialSeed(seed: number, trial: number): number {
  return mix(mix(seed ^ 0x9e37_79b9) ^ mix(trial + 1));
}

function mix(value: number): number {
  let mixed = value >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
