import { checkNumber, parameterError } from "../../primitives/check.ts";

/** Every number from one to another, for samplings and searches; a grid has no end of it. */
export interface Between {
  readonly kind: "between";
  readonly min: number;
  readonly max: number;
  /** `log` for what matters by its ratio: as many samples from 1 to 10 as from 10 to 100. */
  readonly scale: "linear" | "log";
}

/**
 * Every number from `min` to `max`. Throws a `RangeError` for numbers that fall, for another scale, and for a log scale from 0 or below.
 *
 * @example
 * await sweep(strategy, data, { params: { deviations: between(1, 3) }, sampling: { sobol: 128 } });
 */
export function between(min: number, max: number, scale: Between["scale"] = "linear"): Between {
  checkNumber("max", max, checkNumber("min", min));
  if (scale !== "linear" && scale !== "log") throw parameterError("scale", "linear or log", scale);
  if (scale === "log" && min <= 0) throw parameterError("min", "above 0 on a log scale", min);
  return Object.freeze({ kind: "between", min, max, scale });
}
