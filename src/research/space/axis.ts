import { checkNumber, checkInteger, parameterError } from "../../primitives/check.ts";

/** What a parameter may be. */
export type ParamChoice = number | string | boolean;

/** The different values among some, numbers by size, else by their text. */
export function choicesIn(values: readonly ParamChoice[]): readonly ParamChoice[] {
  return [...new Set(values)].toSorted((a, b) =>
    typeof a === "number" && typeof b === "number" ? a - b : String(a) < String(b) ? -1 : 1,
  );
}

/**
 * One parameter of an experiment and the values that it takes. In tables a value stands as a number: itself, or its place among the values
 * where they are words.
 */
export interface Axis {
  readonly name: string;
  /** Whether values near each other are alike, as numbers are and words are not. */
  readonly ordered: boolean;
  /** Number of values; Infinity for a stretch of numbers. */
  readonly count: number;
  /** The value at a place from 0 to `count` - 1. */
  readonly at: (place: number) => ParamChoice;
  /** The value at a share from 0 to 1, 1 excluded. */
  readonly atShare: (share: number) => ParamChoice;
  /** The number that stands for a value. */
  readonly encode: (value: ParamChoice) => number;
  readonly decode: (code: number) => ParamChoice;
}

/** The axis of a list of values. */
export function listAxis(name: string, values: readonly ParamChoice[]): Axis {
  const plain = values.every((value) => typeof value === "number");
  const count = values.length;
  return Object.freeze({
    name,
    ordered: plain,
    count,
    at: (place: number) => values[place]!,
    atShare: (share: number) => values[Math.min(count - 1, Math.floor(share * count))]!,
    encode: (value: ParamChoice) => (plain ? Number(value) : values.indexOf(value)),
    decode: (code: number) => (plain ? code : values[code]!),
  });
}

/** The axis of a stretch of numbers. */
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

/** Every number from one to another, for samplings and searches; a grid has no end of it. */
export interface Between {
  readonly kind: "between";
  readonly min: number;
  readonly max: number;
  /** `log` for what matters by its ratio: as many samples from 1 to 10 as from 10 to 100. */
  readonly scale: "linear" | "log";
}

/**
 * Every number from `min` to `max`. Throws PARAMETER_OUT_OF_RANGE for numbers that fall, for another scale, and for a log scale from 0 or below.
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

/** More values than this are a mistake of the step. */
const MOST = 1_000_000;

/**
 * Numbers in even steps, first and last included. Steps such as 0.1 give the numbers that one would write: 0.3, not 0.30000000000000004.
 * Throws PARAMETER_OUT_OF_RANGE for a step that leads nowhere.
 *
 * @example
 * range(5, 20, 5); // 5, 10, 15, 20
 */
export function range(first: number, last: number, step = 1): readonly number[] {
  checkNumber("first", first);
  checkNumber("last", last, first);
  if (!(Number.isFinite(step) && step > 0)) throw parameterError("step", "a finite number above 0", step);
  const count = checkInteger("number of values", Math.floor((last - first) / step + 1e-9) + 1, 1, MOST);
  // All are rounded at one place, some digits short of those of the largest: rounded by its own digits, a sum that should be 0 stays next to it.
  const places = 13 - Math.floor(Math.log10(Math.max(Math.abs(first), Math.abs(last))));
  return Object.freeze(Array.from({ length: count }, (_, i) => rounded(first + i * step, places)));
}

function rounded(value: number, places: number): number {
  // More places than can be written are those of the number itself.
  if (places > 100) return value;
  return Number(value.toFixed(Math.max(0, places))) + 0;
}
