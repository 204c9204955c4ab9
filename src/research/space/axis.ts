import { checkNumber, checkInteger, parameterError } from "../../primitives/check.ts";

/** A value of a parameter. */
export type ParamChoice = number | string | boolean;

/** Returns the distinct values: numbers in ascending order, other values in the order of their text. */
export function distinctChoices(values: readonly ParamChoice[]): readonly ParamChoice[] {
  return [...new Set(values)].toSorted((a, b) =>
    typeof a === "number" && typeof b === "number" ? a - b : String(a) < String(b) ? -1 : 1,
  );
}

/** A parameter of an experiment with its values. Tables store a number for each value: the value, or the index of a word. */
export interface Axis {
  readonly name: string;
  /** Whether the values have an order: true for numbers, false for words. */
  readonly ordered: boolean;
  /** Number of values; Infinity for a continuous range. */
  readonly count: number;
  /** Returns the value at an index from 0 to `count` - 1. */
  readonly at: (place: number) => ParamChoice;
  /** Returns the value at a share of the range, from 0 up to but not including 1. */
  readonly atShare: (share: number) => ParamChoice;
  /** Returns the number that represents a value in tables. */
  readonly encode: (value: ParamChoice) => number;
  readonly decode: (code: number) => ParamChoice;
}

/** Creates the axis of a list of values. */
export function listAxis(name: string, values: readonly ParamChoice[]): Axis {
  const isNumeric = values.every((value) => typeof value === "number");
  const count = values.length;
  return Object.freeze({
    name,
    ordered: isNumeric,
    count,
    at: (place: number) => values[place]!,
    atShare: (share: number) => values[Math.min(count - 1, Math.floor(share * count))]!,
    encode: (value: ParamChoice) => (isNumeric ? Number(value) : values.indexOf(value)),
    decode: (code: number) => (isNumeric ? code : values[code]!),
  });
}

/** Creates the axis of a continuous range. */
export function betweenAxis(name: string, { min, max, scale }: Between): Axis {
  const log = scale === "log";
  const [low, high] = log ? [Math.log(min), Math.log(max)] : [min, max];
  const atShare = (share: number): number => {
    const place = low + share * (high - low);
    return Math.min(max, Math.max(min, log ? Math.exp(place) : place));
  };
  return Object.freeze({
    name,
    ordered: true,
    count: Infinity,
    at: atShare,
    atShare,
    encode: Number,
    decode: (code: number) => code,
  });
}

/** A continuous range of numbers, for random or Sobol samples and for searches, but not for a grid. */
export interface Between {
  readonly kind: "between";
  readonly min: number;
  readonly max: number;
  /** `log` samples by ratio: as many samples from 1 to 10 as from 10 to 100. */
  readonly scale: "linear" | "log";
}

/**
 * Returns a continuous range from `min` to `max`. Throws PARAMETER_OUT_OF_RANGE if `max` is below `min`, for an unknown scale, and for a
 * log scale from 0 or below.
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

/** Maximum number of values of a range. More values indicate a wrong step. */
const MAX_VALUES = 1_000_000;

/**
 * Returns numbers in equal steps from `first` to `last` inclusive. Decimal steps give exact decimals: 0.3, not 0.30000000000000004.
 * Throws PARAMETER_OUT_OF_RANGE for a step that is not positive and finite.
 *
 * @example
 * range(5, 20, 5); // 5, 10, 15, 20
 */
export function range(first: number, last: number, step = 1): readonly number[] {
  checkNumber("first", first);
  checkNumber("last", last, first);
  if (!(Number.isFinite(step) && step > 0)) throw parameterError("step", "a finite number above 0", step);
  const count = checkInteger("number of values", Math.floor((last - first) / step + 1e-9) + 1, 1, MAX_VALUES);
  // All values are rounded to the same decimal, a few digits less than the largest has. Otherwise a sum that should be 0 would keep a
  // rounding error.
  const places = 13 - Math.floor(Math.log10(Math.max(Math.abs(first), Math.abs(last))));
  return Object.freeze(Array.from({ length: count }, (_, i) => rounded(first + i * step, places)));
}

function rounded(value: number, places: number): number {
  // A value with more decimals than `toFixed` supports is not rounded.
  if (places > 100) return value;
  return Number(value.toFixed(Math.max(0, places))) + 0;
}
