import type { ParamChoice } from "../space/axis.ts";
import type { TrialsResult } from "./trials-result.ts";

/** A column of a table of trials; a missing number is NaN. */
export type TrialColumn = Int32Array | Float64Array | readonly ParamChoice[];

/**
 * The whole table of a sweep or a search in columns, in the order of the ranking: `rank`, `trial`, the parameters as they were tried, then
 * the metrics.
 */
export function trialColumns(result: TrialsResult): ReadonlyMap<string, TrialColumn> {
  const trials = result.top(result.length);
  const columns = new Map<string, TrialColumn>([
    ["rank", Int32Array.from(trials, ({ rank }) => rank)],
    ["trial", Int32Array.from(trials, ({ trial }) => trial)],
  ]);
  for (const [i, name] of result.params.entries())
    columns.set(
      result.paramColumns[i]!,
      trials.map(({ params }) => params[name]!),
    );
  for (const name of result.metrics) columns.set(name, result.column(name));
  return columns;
}
