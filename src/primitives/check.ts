import { HindcastError } from "./errors.ts";

/**
 * The error of a value outside what a parameter allows: `period must be a whole number above 0, was 0`.
 */
export function parameterError(parameter: string, mustBe: string, was: unknown): HindcastError {
  return new HindcastError("PARAMETER_OUT_OF_RANGE", `${parameter} must be ${mustBe}, was ${formatValue(was)}`, {
    parameter,
    mustBe,
    was,
  });
}

/** The error of a parameter that was given twice. */
export function repeatedParameterError(parameter: string): HindcastError {
  const details = { parameter, mustBe: "given once", was: "given twice" };
  return new HindcastError("PARAMETER_OUT_OF_RANGE", `${parameter} was given twice`, details);
}

/** Whether an error says that a parameter, by name, was out of range. */
export function isParameterError(error: unknown): error is HindcastError {
  return error instanceof HindcastError && error.code === "PARAMETER_OUT_OF_RANGE" && "mustBe" in error.details;
}

/** The same error with the parameter under the name that the caller wrote: someone who gives `--risk-free` has not heard of `riskFreeRate`. */
export function withParameterName({ details }: HindcastError, name: string): HindcastError {
  return parameterError(name, String(details["mustBe"]), details["was"]);
}

/** A value as an error message shows it: text in quotes, everything else plainly, long things cut. */
export function formatValue(value: unknown): string {
  if (ArrayBuffer.isView(value)) return `a ${value.constructor.name} of length ${(value as Float64Array).length}`;
  const kind = typeof value;
  let text: string | undefined;
  try {
    text = kind === "number" || kind === "bigint" ? `${value as number}` : JSON.stringify(value);
  } catch {
    // An object may hold itself, as data frames do.
  }
  // What has no text, such as a function, is told by its type.
  text ??= kind;
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** Throws PARAMETER_OUT_OF_RANGE unless `value` is an object with these members. */
export function checkHasMembers(parameter: string, value: unknown, names: readonly string[], mustBe: string): void {
  const isObject = typeof value === "object" && value !== null;
  if (!isObject || !names.every((name) => name in value)) throw parameterError(parameter, mustBe, value);
}

/** Throws PARAMETER_OUT_OF_RANGE unless `value` is a whole number from `min` to `max`. */
export function checkInteger(parameter: string, value: unknown, min = 1, max = 2 ** 53 - 1): number {
  return checkBounds(Number.isInteger(value), "whole", parameter, value, min, max);
}

/** Throws PARAMETER_OUT_OF_RANGE unless `value` is a finite number from `min` to `max`. */
export function checkNumber(parameter: string, value: unknown, min = -Infinity, max = Infinity): number {
  return checkBounds(Number.isFinite(value), "finite", parameter, value, min, max);
}

/** Bounds that hold for every period, or for every number, are left out of the message unless they are what was broken. */
function checkBounds(fits: boolean, kind: string, parameter: string, given: unknown, min: number, max: number): number {
  const value = given as number;
  if (fits && value >= min && value <= max) return value;
  const from = min === 1 ? " above 0" : min > -Infinity ? ` of at least ${min}` : "";
  throw parameterError(
    parameter,
    `a ${kind} number${(max < 9e15 && max !== 1e9) || (fits && value > max) ? ` from ${min} to ${max}` : from}`,
    given,
  );
}
