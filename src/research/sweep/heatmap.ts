import { parameterError } from "../../primitives/check.ts";
import { MISSING } from "../../primitives/column.ts";
import { choicesIn, type ParamChoice } from "../space/axis.ts";
import type { TrialsResult } from "./trials-result.ts";

/** A metric over two parameters. */
export interface Heatmap {
  readonly x: string;
  readonly y: string;
  readonly metric: string;
  /** Values of the parameters that were tried, from low to high. */
  readonly columns: readonly ParamChoice[];
  readonly rows: readonly ParamChoice[];
  /** Row by row; of trials that differ in other parameters alone the best by the objective. NaN where nothing ran. */
  readonly values: Float64Array;
}

/**
 * What a metric came to over two parameters: a broad hill is worth more than a lonely peak. Throws PARAMETER_OUT_OF_RANGE for a parameter or a metric
 * that is not in the table.
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
  const [columns, rows] = [x, y].map((name) => choicesIn(trials.map(({ params }) => params[name]!))) as [
    ParamChoice[],
    ParamChoice[],
  ];
  const [column, row] = [columns, rows].map((values) => new Map(values.map((value, place) => [value, place])));
  const values = new Float64Array(columns.length * rows.length).fill(MISSING[0]!);
  // From the worst to the best, so that the best stays.
  for (const { params, metrics } of trials.toReversed()) {
    values[row!.get(params[y]!)! * columns.length + column!.get(params[x]!)!] = metrics[metric]!;
  }
  return Object.freeze({ x, y, metric, columns, rows, values });
}
