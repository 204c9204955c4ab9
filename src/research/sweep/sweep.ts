import type { AnyStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";
import { checkExperiment } from "../../engine/separate-settings.ts";
import { openJournal } from "../journal/journal.ts";
import { sampleCount, samplesOf } from "../space/sampling.ts";
import { ExperimentRunner } from "./experiment-runner.ts";
import { SWEEP_OPTIONS, type SweepOptions } from "./sweep-options.ts";
import { runExperiment, type TrialsResult } from "./trials-result.ts";

/**
 * Runs a strategy with many sets of parameters and ranks them. Only a row of numbers is kept of each trial. The ranking is the same with
 * every executor, and the seed of a trial depends only on the experiment's seed and the trial's number.
 *
 * At the end, the best, the last and a sample of the trials are repeated, each in a new instance of the strategy's module if `source` names
 * it. Otherwise they are repeated in this process, together with the first one. The sweep fails if a repeated row differs.
 *
 * Throws TRIAL_UNREPEATABLE, PARAMETER_UNKNOWN, PARAMETER_OUT_OF_RANGE for values that the strategy does not allow, JOURNAL_INVALID, the
 * errors of a run, and the signal's reason when it aborts.
 *
 * @example
 * const result = await sweep(smaCross, data, { params: { fast: range(5, 50, 5), slow: range(60, 200, 20) } });
 * result.best.params; // { fast: 15, slow: 120 }
 * result.overfitting.pbo; // 0.41: in 41% of the splits, the best trial of one half ranks below the median in the other
 */
export function sweep<S extends AnyStrategy>(
  strategy: S,
  data: MarketData,
  options: SweepOptions<S>,
): Promise<TrialsResult>;
export async function sweep(strategy: AnyStrategy, data: MarketData, options: SweepOptions): Promise<TrialsResult> {
  checkExperiment("sweep", options, SWEEP_OPTIONS);
  const experiment = new ExperimentRunner(strategy, data, options);
  const { space, seed } = experiment;
  const sampling = options.sampling ?? "grid";
  const points = samplesOf(space, sampling, seed);
  const total = sampleCount(space, sampling);
  const journal =
    options.journal === undefined ? undefined : await openJournal(options.journal, experiment, { sampling });
  return runExperiment(experiment, (table) => experiment.run(table, points, { total, store: journal }), journal);
}
