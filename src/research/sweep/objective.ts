import { deflatedSharpe } from "../../metrics/ratios.ts";
import { parameterError } from "../../primitives/check.ts";
import { metricOf } from "../trials/trial-runner.ts";

/** How trials are compared: by a metric in its natural direction, or in the given direction. */
export type ObjectiveOption = string | { readonly metric: string; readonly direction: "highest" | "lowest" };

export interface Objective {
  readonly metric: string;
  readonly direction: "highest" | "lowest";
}

/** Default objective: the Sharpe ratio, which most users know. */
const DEFAULT_OBJECTIVE = "sharpe";

/**
 * Returns an objective with its direction. Throws PARAMETER_UNKNOWN for an unknown metric. Throws PARAMETER_OUT_OF_RANGE for a descriptive
 * metric, and for a metric that only a whole table of trials has.
 */
export function objectiveOf(option: ObjectiveOption = DEFAULT_OBJECTIVE): Objective {
  // The deflated Sharpe ratio is unknown until all trials have run, so a search could not use it.
  const deflated = deflatedSharpe.name;
  if (typeof option !== "string" && (typeof option !== "object" || option === null))
    throw parameterError("objective", "the name of a metric, or { metric, direction }", option);
  if (option === deflated || (option as { readonly metric?: string }).metric === deflated)
    throw parameterError("objective", "a metric of a single trial, such as probabilistic-sharpe", deflated);
  if (typeof option !== "string") {
    metricOf(option.metric);
    if (option.direction !== "highest" && option.direction !== "lowest")
      throw parameterError("objective direction", "highest or lowest", option.direction);
    return Object.freeze({ metric: option.metric, direction: option.direction });
  }
  const { better } = metricOf(option);
  if (better === "neither") {
    throw parameterError(
      "objective",
      "a metric of which higher or lower values are better, or { metric, direction }",
      option,
    );
  }
  return Object.freeze({ metric: option, direction: better === "higher" ? "highest" : "lowest" });
}

/** Ranks trials from best to worst. Missing values are last, and equal values in the order of trials. */
export function rankTrials(values: Float64Array, { direction }: Objective): Uint32Array {
  const sign = direction === "highest" ? -1 : 1;
  return Uint32Array.from(values, (_, trial) => trial).toSorted((a, b) => {
    const [left, right] = [values[a]!, values[b]!];
    const missing = Number(Number.isNaN(left)) - Number(Number.isNaN(right));
    if (missing !== 0) return missing;
    return left === right || Number.isNaN(left) ? a - b : sign * (left - right);
  });
}
