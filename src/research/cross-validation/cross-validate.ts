import type { AnyStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";
import { checkExperiment } from "../../engine/separate-settings.ts";
import type { OptionNames } from "../../primitives/check-options.ts";
import { checkInteger, parameterError } from "../../primitives/check.ts";
import { type PartSums, sharpeOfSums } from "../overfitting/pbo.ts";
import { sampleCount, samplesOf, type Sampling } from "../space/sampling.ts";
import type { TrialParams } from "../space/param-space.ts";
import { Laboratory } from "../sweep/laboratory.ts";
import { EXPERIMENT_OPTIONS, type ExperimentOptions } from "../sweep/sweep-options.ts";
import { ranTrials } from "../sweep/trials-result.ts";
import { SessionRange } from "../walk-forward/windows.ts";

export interface CrossValidationOptions<S extends AnyStrategy = AnyStrategy> extends Omit<
  ExperimentOptions<S>,
  "objective"
> {
  readonly sampling?: Sampling;
  /** Groups into which the sessions are cut; 6 by default. */
  readonly groups?: number;
  /** Groups that are kept for the test in each split; 2 by default. */
  readonly testGroups?: number;
  /** Sessions next to a test that training leaves out on both sides: as long as a trade may last. 0 by default. */
  readonly purge?: number;
  /** Further sessions after a test that training leaves out. 0 by default. */
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

/** One way to keep some groups for the test. Ratios are annual Sharpe ratios. */
export interface ValidationSplit {
  readonly testGroups: readonly number[];
  readonly params: TrialParams;
  readonly trained: number;
  readonly tested: number;
}

export interface CrossValidation {
  readonly trials: number;
  readonly splits: readonly ValidationSplit[];
  /** Annual Sharpe ratios of the paths, from low to high: each is a whole history made of tests alone. */
  readonly paths: Float64Array;
  readonly medianPath: number;
  /** Share of the paths below 0. */
  readonly lossShare: number;
}

/**
 * Combinatorial purged cross-validation: the sessions are cut into groups; for each way to keep some of them for the test, the parameters with the
 * best Sharpe ratio in the others are tried on them. Each group is tested many times, so there is not one history out of sample, as in a
 * walk-forward, but several, and their spread. Training also sees what came after a test, so it measures how stable a choice is, not what it earns.
 *
 * Each set of parameters is run once over all sessions, and its returns are cut.
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
  const laboratory = new Laboratory(strategy, data, { ...options, objective: "sharpe" }, { parts });
  const sampling = options.sampling ?? "grid";
  const points = samplesOf(laboratory.space, sampling, laboratory.seed);
  const total = sampleCount(laboratory.space, sampling);
  const result = await ranTrials(laboratory, (table) => laboratory.run(table, points, { total }));
  const byTrial = result.top(result.length).toSorted((a, b) => a.trial - b.trial);
  const { periodsPerYear, riskFreeReturn } = result.run().performance;
  const annual = Math.sqrt(periodsPerYear);
  const sums = { ...result.partSums(), riskFreeReturn };
  return validate(sums, groups, testGroups, annual, (trial) => byTrial[trial]!.params);
}

/** Ends of the three parts of each group: what is left out after a test, what is always in, and what is left out before one. */
function partEndsOf(sessions: number, groups: number, purge: number, embargo: number): readonly number[] {
  const shortest = Math.floor(sessions / groups);
  if (shortest === 0) throw parameterError("groups", `no more than there are sessions (${sessions})`, groups);
  if (2 * purge + embargo >= shortest) {
    throw parameterError("2 * purge + embargo", `less than the sessions of a group (${shortest})`, 2 * purge + embargo);
  }
  return Array.from({ length: groups }, (_, group) => {
    const start = Math.floor((group * sessions) / groups);
    const end = Math.floor(((group + 1) * sessions) / groups);
    return [start + purge + embargo, end - purge, end];
  }).flat();
}

const [HEAD, MIDDLE, TAIL] = [0, 1, 2];

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
  const whole = (group: number) => [3 * group + HEAD, 3 * group + MIDDLE, 3 * group + TAIL];
  const chosen: number[] = [];
  const splits = combinations(groups, testGroups).map((tests): ValidationSplit => {
    const isTest = (group: number) => tests.includes(group);
    const training = Array.from({ length: groups }, (_, group) => group)
      .filter((group) => !isTest(group))
      .flatMap((group) => [
        ...(isTest(group - 1) ? [] : [3 * group + HEAD]),
        3 * group + MIDDLE,
        ...(isTest(group + 1) ? [] : [3 * group + TAIL]),
      ]);
    let best = 0;
    let trained = NaN;
    for (let trial = 0; trial < trials; trial++) {
      const ratio = sharpe(training.map((part) => [trial, part]));
      if (ratio > trained || (Number.isNaN(trained) && !Number.isNaN(ratio))) [best, trained] = [trial, ratio];
    }
    chosen.push(best);
    const tested = sharpe(tests.flatMap(whole).map((part) => [best, part]));
    return Object.freeze({ testGroups: tests, params: paramsOf(best), trained, tested });
  });
  // The first path takes of each group the first split that tests it, the second the second, and so on.
  const testing = Array.from({ length: groups }, (_, group) =>
    splits.flatMap(({ testGroups: tests }, split) => (tests.includes(group) ? [split] : [])),
  );
  const paths = Float64Array.from(testing[0]!, (_, path) =>
    sharpe(testing.flatMap((of, group) => whole(group).map((part) => [chosen[of[path]!]!, part] as const))),
  ).toSorted();
  return Object.freeze({
    trials,
    splits: Object.freeze(splits),
    paths,
    medianPath: (paths[(paths.length - 1) >> 1]! + paths[paths.length >> 1]!) / 2,
    lossShare: paths.filter((path) => path < 0).length / paths.length,
  });
}

/** Every way to take `count` of the numbers from 0 to `of` - 1, each rising, in alphabetical order. */
export function combinations(of: number, count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  return Array.from({ length: of }, (_, first) => first).flatMap((first) =>
    combinations(of - first - 1, count - 1).map((rest) => [first, ...rest.map((number) => number + first + 1)]),
  );
}
