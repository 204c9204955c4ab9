import { settingsOver } from "../../engine/run-plan.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";
import { summaryMetrics } from "../../metrics/catalog.ts";
import { checkInteger } from "../../primitives/check.ts";
import { type Executor, inline } from "../executors/executor.ts";
import { dataChecksum } from "../executors/shared-data.ts";
import { ParamSpace, type TrialParams } from "../space/param-space.ts";
import { rowWidth, TrialTable } from "../trials/trial-table.ts";
import { type Confirmation, makeJob, type TrialChunk, type TrialJob, type TrialSpec } from "../trials/trial-job.ts";
import { type Objective, objectiveOf, rankedBy } from "./objective.ts";
import { type RanTrial, repeat, repeatTrials, sampledTrials } from "./repeat-trial.ts";
import type { ExperimentOptions } from "./sweep-options.ts";

/** Bars that a chunk of trials runs over: some tens of milliseconds of work. */
const CHUNK_BARS = 200_000;
const MOST_TRIALS = 128;
/** Parts into which sessions are cut for the probability of overfitting. */
const PARTS = 16;

/** Keeps the rows of trials that have run: a journal. */
export interface TrialKeeper {
  /** Runs some of the rows of an earlier version again. Throws JOURNAL_INVALID where one differs now. */
  prove(laboratory: Laboratory): Promise<void>;
  /** The row of a trial that has run before. Throws JOURNAL_INVALID where that trial was another point. */
  take(spec: TrialSpec): Float64Array | undefined;
  keep(trials: readonly TrialSpec[], rows: Float64Array): Promise<void>;
}

/** An experiment made ready: strategy, space, job and who runs it. */
export class Laboratory {
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
      symbols: options.symbols ?? data.series.map(({ instrument }) => instrument.symbol),
      settings: settingsOver(data, options.symbols, job.settings ?? options.settings),
      metrics,
      parts: job.parts ?? PARTS,
    });
  }

  /** An empty table: for each trial the numbers that stand for its parameters, then its row. */
  table(): TrialTable {
    return new TrialTable(this.space.axes.length + rowWidth(this.job));
  }

  async open(): Promise<void> {
    const { strategy, data, job } = this;
    await this.executor.open({ strategy, data, source: job.source, checksum: job.data });
  }

  /** Closes an executor that nobody gave. */
  async close(): Promise<void> {
    if (this.#options.executor === undefined) await this.executor.close();
  }

  spec(trial: number, params: TrialParams): TrialSpec {
    return { trial, seed: trialSeed(this.seed, trial), params };
  }

  /** Runs points as the trials from `first` on, and puts their rows into the table. */
  async run(
    table: TrialTable,
    points: Iterable<TrialParams>,
    { first = 0, total = NaN, keeper }: { first?: number; total?: number; keeper?: TrialKeeper | undefined } = {},
  ): Promise<void> {
    const { signal, onProgress } = this.#options;
    await keeper?.prove(this);
    let done = first;
    let ran = 0;
    const put = (spec: TrialSpec, rows: Float64Array, start: number): void => {
      const row = new Float64Array(table.width);
      row.set(this.space.encode(spec.params as TrialParams));
      row.set(rows.subarray(start, start + rowWidth(this.job)), this.space.axes.length);
      table.set(spec.trial, row);
      done++;
    };
    const expected = Array.isArray(points) ? points.length : Number.isNaN(total) ? Infinity : total;
    const chunks = this.#chunks(points, first, this.#chunkSize(expected), (spec) => {
      const row = keeper?.take(spec);
      if (row !== undefined) put(spec, row, 0);
      return row !== undefined;
    });
    for await (const { trials, rows } of this.executor.map(chunks, { signal })) {
      for (const [i, spec] of trials.entries()) put(spec, rows, i * rowWidth(this.job));
      await keeper?.keep(trials, rows);
      ran += trials.length;
      onProgress?.({ done, total, ran });
    }
    if (ran === 0) onProgress?.({ done, total, ran });
    if (table.length === 0) throw this.space.nothingLeft();
  }

  /** Runs the best trial and others again; see `repeatTrials`. Throws TRIAL_UNREPEATABLE. */
  async confirm(table: TrialTable): Promise<Confirmation> {
    const { signal } = this.#options;
    signal?.throwIfAborted();
    const { job, space, objective, executor } = this;
    const place = space.axes.length + job.metrics.indexOf(objective.metric);
    const ran = (trial: number): RanTrial => {
      const row = table.row(trial);
      const params = space.decode(row) as TrialSpec["params"];
      return { spec: { ...this.spec(trial, {}), params }, row: row.subarray(space.axes.length) };
    };
    const [best] = rankedBy(table.column(place), objective);
    const sampled = sampledTrials(table.length, this.seed).map(ran);
    const trials = { best: ran(best!), first: ran(0), last: ran(table.length - 1), sampled };
    return repeatTrials(trials, { executor, job, signal });
  }

  /** Runs a sample of at most 16 of these trials again, each in a new instance of the strategy's module. Throws TRIAL_UNREPEATABLE. */
  async repeatSome(trials: readonly RanTrial[]): Promise<void> {
    const { job, executor } = this;
    const some = sampledTrials(trials.length, this.seed, 1).map((place) => trials[place]!);
    await repeat(some, { executor, job, signal: this.#options.signal });
  }

  /** Trials of a chunk: some tens of milliseconds of work, and few enough that whoever runs them has some each. */
  #chunkSize(expected: number): number {
    const bars = this.data.series.reduce((sum, one) => sum + one.bars.length, 0);
    const each = Math.ceil(expected / this.executor.width);
    return Math.max(1, Math.min(MOST_TRIALS, each, Math.floor(CHUNK_BARS / bars)));
  }

  *#chunks(
    points: Iterable<TrialParams>,
    first: number,
    most: number,
    isDone: (spec: TrialSpec) => boolean,
  ): Generator<TrialChunk, void, undefined> {
    let trials: TrialSpec[] = [];
    let trial = first;
    for (const params of points) {
      const spec = this.spec(trial++, params);
      if (isDone(spec)) continue;
      trials.push(spec);
      if (trials.length < most) continue;
      yield { job: this.job, trials };
      trials = [];
    }
    if (trials.length > 0) yield { job: this.job, trials };
  }
}

/**
 * The seed of a trial: a hash of the experiment's seed and the trial's number, so that it is the same whichever worker runs the trial and
 * whatever ran before. The mixing is the last step of MurmurHash3, twice.
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
