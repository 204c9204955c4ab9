import { trialColumns } from "../research/sweep/trial-columns.ts";
import type { TrialsResult } from "../research/sweep/trials-result.ts";
import type { DataFrame, FrameMaker } from "./danfo.ts";
import { toDataFrame } from "./to-data-frame.ts";

/**
 * The table of a sweep or a search as a data frame of danfo.js, or of the library whose `maker` is given, see `toDataFrame`: a row for each trial, the best first, with `rank`, `trial`, the
 * parameters and the metrics. Throws PACKAGE_MISSING, and a `RangeError` for a parameter that is named like a member of every frame.
 *
 * @example
 * const trials = await trialsToDataFrame(await sweep(smaCross, data, { params }));
 * trials.sortValues("max-drawdown").print();
 */
export function trialsToDataFrame<Frame = DataFrame>(result: TrialsResult, maker?: FrameMaker<Frame>): Promise<Frame> {
  return toDataFrame<Frame>(Object.fromEntries(trialColumns(result)), {}, maker);
}
