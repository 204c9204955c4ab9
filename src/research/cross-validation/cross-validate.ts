import type { AnyStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";
import { checkExperiment } from "../../engine/separate-settings.ts";
import type { OptionNames } from "../../primitives/check-options.ts";
import { checkInteger, parameterError } from "../../primitives/check.ts";
import { type PartSums, sharpeOfSums } from "../overfitting/pbo.ts";
import { sampleCount, samplesOf, type Sampling } from "../space/sampling.ts";
import type { TrialParams } from "../space/param-space.ts";
import { ExperimentRunner } from "../sweep/experiment-runner.ts";
import { EXPERIMENT_OPTIONS, type ExperimentOptions } from "../sweep/sweep-options.ts";
import { runExperiment } from "../sweep/trials-result.ts";
import { SessionRange } from "../walk-forward/windows.ts";

export interface CrossValidationOptions<S extends AnyStrategy = AnyStrategy> extends Omit<
  ExperimentOptions<S>,
  "objective"
> {
  readonly sampling?: Sampling;
  /** Number of groups into which the sessions are divided; 6 by default. */
  readonly groups?: number;
  /** Number of groups in the test of each split; 2 by default. */
  readonly testGroups?: number;
  /** Number of sessions that training leaves out before and after a test: at least the duration of a trade. 0 by default. */
  readonly purge?: number;
  /** Number of further sessions that training leaves out after a test. 0 by default. */
  readonly embargo?: number;
}

const { objective: _objective, ...COMMON_OPTIONS } = EXPERIMENT_OPTIONS;
const OPTIONS: OptionNames<CrossValidationOptions> = {
  ...COMMON_OPTIONS,
  sampling: true,
  groups: true,
  testGroups: true,
  purge: true,
  embargo: true,
};

/** One split into training and test groups. `trained` and `tested` are annual Sharpe ratios. */
export interface ValidationSplit {
  readonly testGroups: readonly number[];
  readonly params: TrialParams;
  readonly trained: number;
  readonly tested: number;
}

export interface CrossValidation {
  readonly trials: number;
  readonly splits: readonly ValidationSplit[];
  /** Annual Sharpe ratios of the paths in ascending order. A path covers all sessions, each taken from a split that tests it. */
  readonly paths: Float64Array;
  readonly medianPath: number;
  /** Share of the paths with a Sharpe ratio below 0. */
  readonly lossShare: number;
}

/**
 * Combinatorial purged cross-validation. The sessions are divided into groups, and each combination of `testGroups` groups is one split.
 * The parameters with the best Sharpe ratio in the other groups are tested on the test groups. Each group is tested several times, so there
 * are several out-of-sample paths with a spread, whereas a walk-forward has only one path.
 *
 * Training also uses sessions after a test. The result therefore measures how stable the choice of parameters is, not what the strategy
 * earns.
 *
 * Each set of parameters runs once over all sessions; its returns are divided into groups afterwards.
 *
 * Source: M. López de Prado, "Advances in Financial Machine Learning", 2018, chapter 12.
 *
 * @example
 * const { paths, lossShare } = await crossValidate(smaCross, data, { params, groups: 8, testGroups: 2, purge: 20 });
 */
export function crossValidate<S extends AnyStrategy>(
  strategy: S,
  data: MarketData,
  options: CrossValidationOptions<S>,
): Promise<CrossValidation>;
export async function crossValidate(
  strategy: AnyStrategy,
  data: MarketData,
  options: CrossValidationOptions,
): Promise<CrossValidation> {
  checkExperiment("crossValidate", options, OPTIONS);
  const { groups = 6, testGroups = 2, purge = 0, embargo = 0 } = options;
  checkInteger("groups", groups, 2, 20);
  checkInteger("testGroups", testGroups, 1, groups - 1);
  const { length } = new SessionRange(data, options.symbols, options.settings);
  const parts = partEndsOf(length, groups, checkInteger("purge", purge, 0), checkInteger("embargo", embargo, 0));
  const experiment = new ExperimentRunner(strategy, data, { ...options, objective: "sharpe" }, { parts });
  const sampling = options.sampling ?? "grid";
  const points = samplesOf(experiment.space, sampling, experiment.seed);
  const total = sampleCount(experiment.space, sampling);
  const result = await runExperiment(experiment, (table) => experiment.run(table, points, { total }));
  const byTrial = result.top(result.length).toSorted((a, b) => a.trial - b.trial);
  const { periodsPerYear, riskFreeReturn } = result.run().performance;
  const annual = Math.sqrt(periodsPerYear);
  const sums = { ...result.partSums(), riskFreeReturn };
  return validate(sums, groups, testGroups, annual, (trial) => byTrial[trial]!.params);
}

/**
 * Returns the ends of three parts of each group: left out after a test, always used in training, and left out before a test.
 */
function partEndsOf(sessions: number, groups: number, purge: number, embargo: number): readonly number[] {
  const shortest = Math.floor(sessions / groups);
  if (shortest === 0) throw parameterError("groups", `at most the number of sessions (${sessions})`, groups);
  if (2 * purge + embargo >= shortest) {
    throw parameterError(
      "2 * purge + embargo",
      `less than the number of sessions in a group (${shortest})`,
      2 * purge + embargo,
    );
  }
  return Array.from({ length: groups }, (_, group) => {
    const start = Math.floor((group * sessions) / groups);
    const end = Math.floor(((group + 1) * sessions) / groups);
    return [start + purge + embargo, end - purge, end];
  }).flat();
}

const [AFTER_TEST, ALWAYS, BEFORE_TEST] = [0, 1, 2];

function validate(
  { trials, parts, values, riskFreeReturn }: PartSums,
  groups: number,
  testGroups: number,
  annual: number,
  paramsOf: (trial: number) => TrialParams,
): CrossValidation {
  const sharpe = (pieces: readonly (readonly [trial: number, part: number])[]): number => {
    let [count, sum, squares] = [0, 0, 0];
    for (const [trial, part] of pieces) {
      const at = 3 * (trial * parts + part);
      count += values[at]!;
      sum += values[at + 1]!;
      squares += values[at + 2]!;
    }
    return annual * sharpeOfSums(count, sum, squares, riskFreeReturn);
  };
  const partsOfGroup = (group: number) => [3 * group + AFTER_TEST, 3 * group + ALWAYS, 3 * group + BEFORE_TEST];
  const chosen: number[] = [];
  const splits = combinations(groups, testGroups).map((tests): ValidationSplit => {
    const isTest = (group: number) => tests.includes(group);
    const training = Array.from({ length: groups }, (_, group) => group)
      .filter((group) => !isTest(group))
      .flatMap((group) => [
        ...(isTest(group - 1) ? [] : [3 * group + AFTER_TEST]),
        3 * group + ALWAYS,
        ...(isTest(group + 1) ? [] : [3 * group + BEFORE_TEST]),
      ]);
    let best = 0;
    let trained = NaN;
    for (let trial = 0; trial < trials; trial++) {
      const ratio = sharpe(training.map((part) => [trial, part]));
      if (ratio > trained || (Number.isNaN(trained) && !Number.isNaN(ratio))) [best, trained] = [trial, ratio];
    }
    chosen.push(best);
    const tested = sharpe(tests.flatMap(partsOfGroup).map((part) => [best, part]));
    return Object.freeze({ testGroups: tests, params: paramsOf(best), trained, tested });
  });
  // Path n combines, for each group, the nth split that tests it.
  const testing = Array.from({ length: groups }, (_, group) =>
    splits.flatMap(({ testGroups: tests }, split) => (tests.includes(group) ? [split] : [])),
  );
  const paths = Float64Array.from(testing[0]!, (_, path) =>
    sharpe(
      testing.flatMap((splitsOfGroup, group) =>
        partsOfGroup(group).map((part) => [chosen[splitsOfGroup[path]!]!, part] as const),
      ),
    ),
  ).toSorted();
  return Object.freeze({
    trials,
    splits: Object.freeze(splits),
    paths,
    medianPath: (paths[(paths.length - 1) >> 1]! + paths[paths.length >> 1]!) / 2,
    lossShare: paths.filter((path) => path < 0).length / paths.length,
  });
}

/** Returns all combinations of `count` numbers from 0 to `total` - 1, in lexicographic order. */
export function combinations(total: number, count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  return Array.from({ length: total }, (_, first) => first).flatMap((first) =>
    combinations(total - first - 1, count - 1).map((rest) => [first, ...rest.map((number) => number + first + 1)]),
  );
}
