import type { AnyStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";
import { checkExperiment } from "../../engine/separate-settings.ts";
import type { OptionNames } from "../../primitives/check-options.ts";
import { checkInteger, parameterError } from "../../primitives/check.ts";
import { openJournal } from "../journal/journal.ts";
import { SeededRandom } from "../../primitives/random.ts";
import type { TrialParams } from "../space/param-space.ts";
import { MAX_POINTS, newPoints } from "../space/sampling.ts";
import { ExperimentRunner } from "../sweep/experiment-runner.ts";
import type { TrialTable } from "../trials/trial-table.ts";
import { EXPERIMENT_OPTIONS, type ExperimentOptions } from "../sweep/sweep-options.ts";
import { runExperiment, type TrialsResult } from "../sweep/trials-result.ts";
import { genetic } from "./genetic.ts";
import type { SearchMethod, Shares } from "./searcher.ts";
import { tpe } from "./tpe.ts";

export interface OptimizeOptions<S extends AnyStrategy = AnyStrategy> extends ExperimentOptions<S> {
  /** Search method. `tpe` (default) suits a few hundred trials; `genetic` suits thousands, and rough objectives. */
  readonly method?: "tpe" | "genetic";
  /** Number of trials; 200 by default. Fewer run if there are fewer combinations of parameters. */
  readonly trials?: number;
  /** Number of trials, 16 by default, that are chosen together before the search learns from their results. */
  readonly generation?: number;
  /** File to which completed trials are appended, as for `sweep`. */
  readonly journal?: string;
}

const OPTIONS: OptionNames<OptimizeOptions> = {
  ...EXPERIMENT_OPTIONS,
  method: true,
  trials: true,
  generation: true,
  journal: true,
};

const METHODS: Readonly<Record<NonNullable<OptimizeOptions["method"]>, SearchMethod>> = { tpe, genetic };
/**
 * Number of known points in a row after which random points are tried. After `MAX_MISSES` points in a row without a new one, the space
 * counts as exhausted.
 */
const MAX_KNOWN_POINTS = 20;
const MAX_MISSES = 2000;

/**
 * Searches for good parameters without trying all of them. Trials run in generations, and the search learns from each generation in the
 * order of its trials. The table is therefore the same with every executor.
 *
 * Throws the errors of `sweep`.
 *
 * @example
 * const result = await optimize(strategy, data, { params: { period: range(2, 200), width: between(0.5, 4) }, trials: 300 });
 * result.best.params;
 */
export function optimize<S extends AnyStrategy>(
  strategy: S,
  data: MarketData,
  options: OptimizeOptions<S>,
): Promise<TrialsResult>;
export async function optimize(
  strategy: AnyStrategy,
  data: MarketData,
  options: OptimizeOptions,
): Promise<TrialsResult> {
  checkExperiment("optimize", options, OPTIONS);
  const experiment = new ExperimentRunner(strategy, data, options);
  const method = options.method ?? "tpe";
  const generation = checkInteger("generation", options.generation ?? 16, 1, 10_000);
  const journal =
    options.journal === undefined ? undefined : await openJournal(options.journal, experiment, { method, generation });
  const place = experiment.space.axes.length + experiment.job.metrics.indexOf(experiment.objective.metric);
  const run = (table: TrialTable): Promise<void> =>
    search(experiment, options, async (points, first, total) => {
      await experiment.run(table, points, { first, total, store: journal });
      return points.map((_, i) => table.at(first + i, place));
    });
  return runExperiment(experiment, run, journal);
}

/** Runs the generations of a search. `run` runs trials, numbered from `first`, and returns their values of the objective. */
async function search(
  { space, objective, seed }: ExperimentRunner,
  { method = "tpe", trials = 200, generation = 16, signal }: OptimizeOptions,
  run: (points: readonly TrialParams[], first: number, total: number) => Promise<readonly number[]>,
): Promise<void> {
  if (!Object.hasOwn(METHODS, method)) throw parameterError("method", Object.keys(METHODS).join(" or "), method);
  checkInteger("trials", trials, 1, MAX_POINTS);
  const searcher = METHODS[method](space.axes, generation, seed);
  const seen = new Set<string>();
  const random = new SeededRandom(seed);
  const randomPoint = (): Shares => Float64Array.from(space.axes, () => random.next());
  const sign = objective.direction === "highest" ? 1 : -1;
  for (let first = 0; first < trials;) {
    signal?.throwIfAborted();
    const wanted = Math.min(generation, trials - first);
    const ask = (misses: number): Shares => (misses < MAX_KNOWN_POINTS ? searcher.ask() : randomPoint());
    const points = [...newPoints(space, wanted, ask, { maxMisses: MAX_MISSES, seen })];
    if (points.length === 0) {
      if (first === 0) throw space.noPointsError();
      return;
    }
    const values = await run(
      points.map(({ params }) => params),
      first,
      trials,
    );
    searcher.tell(
      points.map(({ shares }) => shares),
      values.map((value) => sign * value),
    );
    first += points.length;
  }
}
