import { settingsOver } from "../../engine/run-plan.ts";
import type { SettingsInput } from "../../engine/run-settings.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import { type MarketData, tradedSymbols } from "../../market/market-data.ts";
import type { Performance } from "../../metrics/performance.ts";
import { summarize, type Summary } from "../../metrics/summary.ts";
import { checkExperiment } from "../../engine/separate-settings.ts";
import type { OptionNames } from "../../primitives/check-options.ts";
import type { AnyParamValues } from "../../primitives/param.ts";
import { formatDate } from "../../time/instant.ts";
import { dataChecksum } from "../executors/shared-data.ts";
import { inline } from "../executors/executor.ts";
import type { TrialParams } from "../space/param-space.ts";
import type { Sampling } from "../space/sampling.ts";
import { optimize } from "../search/optimize.ts";
import { objectiveOf, type Objective } from "../sweep/objective.ts";
import { sweep } from "../sweep/sweep.ts";
import { EXPERIMENT_OPTIONS, type ExperimentOptions } from "../sweep/sweep-options.ts";
import { makeJob, type TrialJob, type TrialSpec } from "../trials/trial-job.ts";
import { metricOf, TrialRunner } from "../trials/trial-runner.ts";
import { SessionRange, type WindowOptions, windowsOf } from "./windows.ts";
import { stitchRuns } from "./stitch.ts";

export interface WalkForwardOptions<S extends AnyStrategy = AnyStrategy> extends ExperimentOptions<S>, WindowOptions {
  /** How parameters are chosen in each window: from all combinations (default), from a sample, or by a search. */
  readonly choose?: Sampling | { readonly method: "tpe" | "genetic"; readonly trials: number };
}

const OPTIONS: OptionNames<WalkForwardOptions> = {
  ...EXPERIMENT_OPTIONS,
  train: true,
  test: true,
  mode: true,
  choose: true,
};

/** Result of one window. */
export interface WalkedWindow {
  /** Close of the first session of training. `trainTo` and `testTo` are the closes of the last session of training and of the test. */
  readonly trainFrom: number;
  readonly trainTo: number;
  readonly testTo: number;
  /** Date of the first session of training, `YYYY-MM-DD`. The next two fields are the dates of `trainTo` and `testTo`. */
  readonly trainFromDate: string;
  readonly trainToDate: string;
  readonly testToDate: string;
  readonly params: TrialParams;
  /** Number of trials from which the parameters were chosen. */
  readonly trials: number;
  /** Value of the objective in training. `tested` is its value in the test. */
  readonly trained: number;
  readonly tested: number;
  /** Number of trades that are open at the end of the test. They are valued at the last price and not counted as closed. */
  readonly openTrades: number;
}

/** Result of a walk-forward: parameters chosen in past windows and tested on the sessions that follow. */
export interface WalkForward {
  readonly strategy: string;
  readonly objective: Objective;
  /** Decimals of amounts in the account's currency. */
  readonly currencyDecimals: number;
  readonly windows: readonly WalkedWindow[];
  /** Performance of all tests, joined into one account. */
  readonly performance: Performance;
  readonly summary: Summary;
  /**
   * Mean objective of the tests divided by its mean in training, over windows that have both. Values near 1 mean that the choice held up;
   * near 0 or below, it did not. Missing for an objective that is better low.
   */
  readonly efficiency: number;
  /** Share of tests with an objective above 0, among tests with a fill and an objective. NaN if there are none. */
  readonly positive: number;
}

/**
 * Walk-forward analysis: chooses parameters in a window of past sessions, tests them on the following sessions, and moves the window. Only the
 * tests count, so results are out of sample.
 *
 * Throws the errors of `sweep`, and PARAMETER_OUT_OF_RANGE if no window fits.
 *
 * @example
 * const walked = await walkForward(smaCross, data, { params: { fast: range(5, 30, 5), slow: range(40, 120, 20) }, train: 504, test: 126 });
 * walked.summary.sharpe; // of all tests, joined into one account
 */
export function walkForward<S extends AnyStrategy>(
  strategy: S,
  data: MarketData,
  options: WalkForwardOptions<S>,
): Promise<WalkForward>;
export async function walkForward(
  strategy: AnyStrategy,
  data: MarketData,
  options: WalkForwardOptions,
): Promise<WalkForward> {
  checkExperiment("walkForward", options, OPTIONS);
  const { train: _train, test: _test, mode: _mode, choose, onProgress, ...experiment } = options;
  const sessions = new SessionRange(data, options.symbols, options.settings);
  const windows = windowsOf(sessions.length, options);
  const objective = objectiveOf(options.objective);
  const executor = options.executor ?? inline();
  const walked: WalkedWindow[] = [];
  const parts: Performance[] = [];
  /** Objectives of the tests that traded. */
  const traded: number[] = [];
  let decimals = 0;
  try {
    for (const [number, window] of windows.entries()) {
      const { seed = 1 } = options;
      const own = { ...experiment, executor, settings: sessions.settings(window.train), seed };
      const chosen = await chooseParams(strategy, data, own, choose);
      const { params, value } = chosen.best;
      const { job, spec } = testJob(strategy, data, options, sessions.settings(window.test), params);
      // The executor runs the test first, since it can stop a strategy that never returns.
      for await (const _ of executor.map([{ job, trials: [spec] }], { signal: options.signal })) continue;
      const { performance, counts, currencyDecimals } = new TrialRunner(strategy, data, job).run(spec);
      parts.push(performance);
      decimals = currencyDecimals;
      const tested = performance.value(metricOf(objective.metric));
      if (counts.fills > 0 && !Number.isNaN(tested)) traded.push(tested);
      walked.push({
        trainFrom: sessions.closes[window.train.from]!,
        trainTo: sessions.closes[window.train.to - 1]!,
        testTo: sessions.closes[window.test.to - 1]!,
        trainFromDate: formatDate(sessions.dates[window.train.from]!),
        trainToDate: formatDate(sessions.dates[window.train.to - 1]!),
        testToDate: formatDate(sessions.dates[window.test.to - 1]!),
        params,
        trials: chosen.length,
        trained: value,
        tested,
        openTrades: counts.openTrades,
      });
      onProgress?.({ done: number + 1, total: windows.length, ran: number + 1 });
    }
  } finally {
    if (options.executor === undefined) await executor.close();
  }
  const performance = stitchRuns(parts);
  const complete = walked.filter((window) => !Number.isNaN(window.trained) && !Number.isNaN(window.tested));
  const trained = meanOf(complete.map((window) => window.trained));
  return Object.freeze({
    strategy: strategy.name,
    objective,
    currencyDecimals: decimals,
    windows: Object.freeze(walked),
    performance,
    summary: summarize(performance),
    efficiency:
      objective.direction === "highest" && trained > 0 ? meanOf(complete.map(({ tested }) => tested)) / trained : NaN,
    positive: traded.length === 0 ? NaN : traded.filter((tested) => tested > 0).length / traded.length,
  });
}

function chooseParams(
  strategy: AnyStrategy,
  data: MarketData,
  options: ExperimentOptions,
  choose: WalkForwardOptions["choose"] = "grid",
): ReturnType<typeof sweep> {
  if (typeof choose === "object" && "method" in choose) return optimize(strategy, data, { ...options, ...choose });
  return sweep(strategy, data, { ...options, sampling: choose });
}

function testJob(
  strategy: AnyStrategy,
  data: MarketData,
  { source, symbols, seed = 1 }: WalkForwardOptions,
  settings: SettingsInput,
  params: TrialParams,
): { readonly job: TrialJob; readonly spec: TrialSpec } {
  const chosen = symbols ?? tradedSymbols(data);
  const checksum = dataChecksum(data);
  const resolved = settingsOver(data, chosen, settings);
  const job = makeJob(strategy, { source, data: checksum, symbols: chosen, settings: resolved, metrics: [], parts: 1 });
  return { job, spec: { trial: 0, seed, params: params as AnyParamValues } };
}

function meanOf(values: readonly number[]): number {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : NaN;
}
