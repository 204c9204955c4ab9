import { parameterError } from "../../primitives/check.ts";
import { MISSING } from "../../primitives/column.ts";
import { distinctChoices, type ParamChoice } from "../space/axis.ts";
import type { TrialsResult } from "./trials-result.ts";

/** A metric as a function of two parameters. */
export interface Heatmap {
  readonly x: string;
  readonly y: string;
  readonly metric: string;
  /** Tried values of the parameters, in ascending order. */
  readonly columns: readonly ParamChoice[];
  readonly rows: readonly ParamChoice[];
  /** Values row by row. Of trials that differ only in other parameters, the best is taken. NaN if no trial ran. */
  readonly values: Float64Array;
}

/**
 * Returns a metric as a function of two parameters. A broad area of good values is more trustworthy than a single peak. Throws
 * PARAMETER_OUT_OF_RANGE for a parameter or a metric that the table does not have.
 *
 * @example
 * const { rows, columns, values } = heatmapOf(result, "fast", "slow");
 */
export function heatmapOf(result: TrialsResult, x: string, y: string, metric = result.objective.metric): Heatmap {
  for (const name of [x, y]) {
    if (!result.params.includes(name))
      throw parameterError("heatmap axis", `one of the parameters that were tried (${result.params.join(", ")})`, name);
  }
  if (!result.metrics.includes(metric))
    throw parameterError("heatmap metric", `one of ${result.metrics.join(", ")}`, metric);
  const trials = result.top(result.length);
  const [columns, rows] = [x, y].map((name) => distinctChoices(trials.map(({ params }) => params[name]!))) as [
    ParamChoice[],
    ParamChoice[],
  ];
  const [column, row] = [columns, rows].map((values) => new Map(values.map((value, place) => [value, place])));
  const values = new Float64Array(columns.length * rows.length).fill(MISSING[0]!);
  // The loop runs from the worst trial to the best, so that the best trial of a cell overwrites the others.
  for (const { params, metrics } of trials.toReversed()) {
    values[row!.get(params[y]!)! * columns.length + column!.get(params[x]!)!] = metrics[metric]!;
  }
  return Object.freeze({ x, y, metric, columns, rows, values });
}
