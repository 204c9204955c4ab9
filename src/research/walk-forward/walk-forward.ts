import { settingsOver } from "../../engine/run-plan.ts";
import type { GivenSettings } from "../../engine/run-settings.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";
import type { Performance } from "../../metrics/performance.ts";
import { summarize } from "../../metrics/summary.ts";
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
import { stitched } from "./stitch.ts";

export interface WalkForwardOptions<S extends AnyStrategy = AnyStrategy> extends ExperimentOptions<S>, WindowOptions {
  /** How parameters are chosen in each window: all points by default, samples, or a search. */
  readonly choose?: Sampling | { readonly method: "tpe" | "genetic"; readonly trials: number };
}

const OPTIONS: OptionNames<WalkForwardOptions> = {
  ...EXPERIMENT_OPTIONS,
  train: true,
  test: true,
  mode: true,
  choose: true,
};

/** What one window came to. */
export interface WalkedWindow {
  /** Closes of the sessions: the first trained, the last trained, the last tested, epoch milliseconds. */
  readonly trainFrom: number;
  readonly trainTo: number;
  readonly testTo: number;
  /** The dates of these sessions, `YYYY-MM-DD`. */
  readonly trainFromDate: string;
  readonly trainToDate: string;
  readonly testToDate: string;
  readonly params: TrialParams;
  /** Trials from which the parameters were chosen. */
  readonly trials: number;
  /** The objective in training and in the test. */
  readonly trained: number;
  readonly tested: number;
  /** Trades still open at the end of the test: marked at the last price, not counted among closed trades. */
  readonly openTrades: number;
}

/** Parameters chosen in the past and tried on what followed, again and again. */
export interface WalkForward {
  readonly strategy: string;
  readonly objective: Objective;
  /** Decimals of money in the account's currency. */
  readonly currencyDecimals: number;
  readonly windows: readonly WalkedWindow[];
  /** The tests one after the other as one account. */
  readonly performance: Performance;
  readonly summary: Readonly<Record<string, number>>;
  /**
   * Mean of the objective in the tests over its mean in training, of the windows that have both. Near 1 what was learned held; near 0 or below
   * nothing was learned. Missing for an objective that is better low, of which more is less.
   */
  readonly efficiency: number;
  /** Share of the tests with a trade and an objective in which that was above 0; missing where there is no such test. */
  readonly positive: number;
}

/**
 * Walks through the sessions: chooses parameters in a window of the past, runs them over the sessions that follow, and moves on. Only the tests are
 * counted, so no number of the result has seen its own data.
 *
 * Throws what `sweep` throws, and PARAMETER_OUT_OF_RANGE when no window fits.
 *
 * @example
 * const walked = await walkForward(smaCross, data, { params: { fast: range(5, 30, 5), slow: range(40, 120, 20) }, train: 504, test: 126 });
 * walked.summary.sharpe; // of the stitched tests
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
  /** The objective of the tests that traded. */
  const traded: number[] = [];
  let decimals = 0;
  try {
    for (const [number, window] of windows.entries()) {
      const { seed = 1 } = options;
      const own = { ...experiment, executor, settings: sessions.settings(window.train), seed };
      const chosen = await chooseIn(strategy, data, own, choose);
      const { params, value } = chosen.best;
      const { job, spec } = testOf(strategy, data, options, sessions.settings(window.test), params);
      // By the executor first: a strategy that does not return from sessions that are new to it can be stopped there.
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
  const performance = stitched(parts);
  const whole = walked.filter((window) => !Number.isNaN(window.trained) && !Number.isNaN(window.tested));
  const trained = meanOf(whole.map((window) => window.trained));
  return Object.freeze({
    strategy: strategy.name,
    objective,
    currencyDecimals: decimals,
    windows: Object.freeze(walked),
    performance,
    summary: summarize(performance),
    efficiency:
      objective.direction === "highest" && trained > 0 ? meanOf(whole.map(({ tested }) => tested)) / trained : NaN,
    positive: traded.length === 0 ? NaN : traded.filter((tested) => tested > 0).length / traded.length,
  });
}

function chooseIn(
  strategy: AnyStrategy,
  data: MarketData,
  options: ExperimentOptions,
  choose: WalkForwardOptions["choose"] = "grid",
): ReturnType<typeof sweep> {
  if (typeof choose === "object" && "method" in choose) return optimize(strategy, data, { ...options, ...choose });
  return sweep(strategy, data, { ...options, sampling: choose });
}

function testOf(
  strategy: AnyStrategy,
  data: MarketData,
  { source, symbols, seed = 1 }: WalkForwardOptions,
  settings: GivenSettings,
  params: TrialParams,
): { readonly job: TrialJob; readonly spec: TrialSpec } {
  const chosen = symbols ?? data.series.map(({ instrument }) => instrument.symbol);
  const checksum = dataChecksum(data);
  const resolved = settingsOver(data, chosen, settings);
  const job = makeJob(strategy, { source, data: checksum, symbols: chosen, settings: resolved, metrics: [], parts: 1 });
  return { job, spec: { trial: 0, seed, params: params as AnyParamValues } };
}

function meanOf(values: readonly number[]): number {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : NaN;
}
