import type { AnyStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";
import { checkExperiment } from "../../engine/separate-settings.ts";
import { openJournal } from "../journal/journal.ts";
import { sampleCount, samplesOf } from "../space/sampling.ts";
import { Laboratory } from "./laboratory.ts";
import { SWEEP_OPTIONS, type SweepOptions } from "./sweep-options.ts";
import { ranTrials, type TrialsResult } from "./trials-result.ts";

/**
 * Runs a strategy with many sets of parameters and ranks them. Only a row of numbers is kept of each trial; the ranking is the same
 * whatever runs the trials, and the seed of a trial depends on nothing but the experiment's seed and the trial's number.
 *
 * When all have run, the best, the last and a sample of the trials run again, each in a new instance of the strategy's module, where `source` says
 * which that is, else in this process together with the first one. A table whose rows differ then is refused.
 *
 * Throws TRIAL_UNREPEATABLE, PARAMETER_UNKNOWN, PARAMETER_OUT_OF_RANGE for values that the strategy does not allow, JOURNAL_INVALID, what a run throws, and the
 * signal's reason when it aborts.
 *
 * @example
 * const result = await sweep(smaCross, data, { params: { fast: range(5, 50, 5), slow: range(60, 200, 20) } });
 * result.best.params; // { fast: 15, slow: 120 }
 * result.overfitting.pbo; // 0.41: the best of the past is below the middle of what follows in 41 of 100 cases
 */
export function sweep<S extends AnyStrategy>(
  strategy: S,
  data: MarketData,
  options: SweepOptions<S>,
): Promise<TrialsResult>;
export async function sweep(strategy: AnyStrategy, data: MarketData, options: SweepOptions): Promise<TrialsResult> {
  checkExperiment("sweep", options, SWEEP_OPTIONS);
  const laboratory = new Laboratory(strategy, data, options);
  const { space, seed } = laboratory;
  const sampling = options.sampling ?? "grid";
  const points = samplesOf(space, sampling, seed);
  const total = sampleCount(space, sampling);
  const journal =
    options.journal === undefined ? undefined : await openJournal(options.journal, laboratory, { sampling });
  return ranTrials(laboratory, (table) => laboratory.run(table, points, { total, keeper: journal }), journal);
}
