import { deflatedSharpe } from "../../metrics/ratios.ts";
import { parameterError } from "../../primitives/check.ts";
import { metricOf } from "../trials/trial-runner.ts";

/** What makes one trial better than another: a metric, in the direction in which it is better, or as said. */
export type ObjectiveOption = string | { readonly metric: string; readonly direction: "highest" | "lowest" };

export interface Objective {
  readonly metric: string;
  readonly direction: "highest" | "lowest";
}

/** Sharpe is a ratio that everybody knows how to doubt. */
const DEFAULT_OBJECTIVE = "sharpe";

/** An objective with its direction. Throws PARAMETER_UNKNOWN for a metric that there is not, and PARAMETER_OUT_OF_RANGE for one that only describes, or that is of all trials. */
export function objectiveOf(option: ObjectiveOption = DEFAULT_OBJECTIVE): Objective {
  // It is missing until all trials are known, so that a search by it would choose blindly.
  const ofAll = deflatedSharpe.name;
  if (typeof option !== "string" && (typeof option !== "object" || option === null))
    throw parameterError("objective", "a metric by its name, or { metric, direction }", option);
  if (option === ofAll || (option as { readonly metric?: string }).metric === ofAll)
    throw parameterError("objective", "a metric that each trial has by itself, such as probabilistic-sharpe", ofAll);
  if (typeof option !== "string") {
    metricOf(option.metric);
    if (option.direction !== "highest" && option.direction !== "lowest")
      throw parameterError("objective direction", "highest or lowest", option.direction);
    return Object.freeze({ metric: option.metric, direction: option.direction });
  }
  const { better } = metricOf(option);
  if (better === "neither") {
    throw parameterError("objective", "a metric that is better high or low, or one with its direction", option);
  }
  return Object.freeze({ metric: option, direction: better === "higher" ? "highest" : "lowest" });
}

/** Trials from the best to the worst: missing numbers last, equal ones in the order of trials. */
export function rankedBy(values: Float64Array, { direction }: Objective): Uint32Array {
  const sign = direction === "highest" ? -1 : 1;
  return Uint32Array.from(values, (_, trial) => trial).toSorted((a, b) => {
    const [left, right] = [values[a]!, values[b]!];
    const missing = Number(Number.isNaN(left)) - Number(Number.isNaN(right));
    if (missing !== 0) return missing;
    return left === right || Number.isNaN(left) ? a - b : sign * (left - right);
  });
}
