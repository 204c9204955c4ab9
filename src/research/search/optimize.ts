import type { AnyStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";
import { checkExperiment } from "../../engine/separate-settings.ts";
import type { OptionNames } from "../../primitives/check-options.ts";
import { checkInteger, parameterError } from "../../primitives/check.ts";
import { openJournal } from "../journal/journal.ts";
import { SeededRandom } from "../../primitives/random.ts";
import type { TrialParams } from "../space/param-space.ts";
import { MOST_POINTS, newPoints } from "../space/sampling.ts";
import { Laboratory } from "../sweep/laboratory.ts";
import type { TrialTable } from "../trials/trial-table.ts";
import { EXPERIMENT_OPTIONS, type ExperimentOptions } from "../sweep/sweep-options.ts";
import { ranTrials, type TrialsResult } from "../sweep/trials-result.ts";
import { genetic } from "./genetic.ts";
import type { SearchMethod, Shares } from "./searcher.ts";
import { tpe } from "./tpe.ts";

export interface OptimizeOptions<S extends AnyStrategy = AnyStrategy> extends ExperimentOptions<S> {
  /** `tpe` by default, for some hundred trials; `genetic` for thousands, and for rough objectives. */
  readonly method?: "tpe" | "genetic";
  /** How many trials; 200 by default. Fewer run when the space has fewer points. */
  readonly trials?: number;
  /** Trials between two tellings, 16 by default: as many may run at once, and the search learns once for all of them. */
  readonly generation?: number;
  /** As for a sweep. */
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
/** A search that asks so often in a row for what was tried is given any point instead; when that finds nothing new either, all was tried. */
const ASKS = 20;
const PATIENCE = 2000;

/**
 * Searches for good parameters without trying all of them. Asks for a generation of trials at a time and hears of them in the order of their
 * numbers, so that the table is the same whatever runs the trials.
 *
 * Throws what `sweep` throws.
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
  const laboratory = new Laboratory(strategy, data, options);
  const method = options.method ?? "tpe";
  const generation = checkInteger("generation", options.generation ?? 16, 1, 10_000);
  const journal =
    options.journal === undefined ? undefined : await openJournal(options.journal, laboratory, { method, generation });
  const place = laboratory.space.axes.length + laboratory.job.metrics.indexOf(laboratory.objective.metric);
  const run = (table: TrialTable): Promise<void> =>
    search(laboratory, options, async (points, first, total) => {
      await laboratory.run(table, points, { first, total, keeper: journal });
      return points.map((_, i) => table.at(first + i, place));
    });
  return ranTrials(laboratory, run, journal);
}

/** Runs the generations of a search; `run` tells what the points, trials from `first` on, came to. */
async function search(
  { space, objective, seed }: Laboratory,
  { method = "tpe", trials = 200, generation = 16, signal }: OptimizeOptions,
  run: (points: readonly TrialParams[], first: number, total: number) => Promise<readonly number[]>,
): Promise<void> {
  if (!Object.hasOwn(METHODS, method)) throw parameterError("method", Object.keys(METHODS).join(" or "), method);
  checkInteger("trials", trials, 1, MOST_POINTS);
  const searcher = METHODS[method](space.axes, generation, seed);
  const seen = new Set<string>();
  const random = new SeededRandom(seed);
  const anywhere = (): Shares => Float64Array.from(space.axes, () => random.next());
  const sign = objective.direction === "highest" ? 1 : -1;
  for (let first = 0; first < trials;) {
    signal?.throwIfAborted();
    const wanted = Math.min(generation, trials - first);
    const ask = (misses: number): Shares => (misses < ASKS ? searcher.ask() : anywhere());
    const asked = [...newPoints(space, wanted, ask, { patience: PATIENCE, seen })];
    if (asked.length === 0) {
      if (first === 0) throw space.nothingLeft();
      return;
    }
    const values = await run(
      asked.map(({ params }) => params),
      first,
      trials,
    );
    searcher.tell(
      asked.map(({ shares }) => shares),
      values.map((value) => sign * value),
    );
    first += asked.length;
  }
}
