import { HindcastError } from "./errors.ts";

/**
 * Creates the error for an invalid value of a parameter: `period must be a whole number above 0, was 0`.
 */
export function parameterError(parameter: string, mustBe: string, was: unknown): HindcastError {
  return new HindcastError("PARAMETER_OUT_OF_RANGE", `${parameter} must be ${mustBe}, was ${formatValue(was)}`, {
    parameter,
    mustBe,
    was,
  });
}

/** Creates the error for a parameter that was given twice. */
export function repeatedParameterError(parameter: string): HindcastError {
  const details = { parameter, mustBe: "given once", was: "given twice" };
  return new HindcastError("PARAMETER_OUT_OF_RANGE", `${parameter} was given twice`, details);
}

/** Returns whether an error was created by `parameterError`. */
export function isParameterError(error: unknown): error is HindcastError {
  return error instanceof HindcastError && error.code === "PARAMETER_OUT_OF_RANGE" && "mustBe" in error.details;
}

/** Returns the error with another name of the parameter, such as the flag `--risk-free` instead of `riskFreeRate`. */
export function withParameterName({ details }: HindcastError, name: string): HindcastError {
  return parameterError(name, String(details["mustBe"]), details["was"]);
}

/** Formats a value for an error message: text in quotes, truncated to 60 characters. */
export function formatValue(value: unknown): string {
  if (ArrayBuffer.isView(value)) return `a ${value.constructor.name} of length ${(value as Float64Array).length}`;
  // Values without JSON, such as functions and circular objects, are described by their type.
  let text: string = typeof value;
  try {
    text =
      text === "number" || text === "bigint"
        ? `${value as number}`
        : ((JSON.stringify(value) as string | undefined) ?? text);
  } catch {}
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** Throws `PARAMETER_OUT_OF_RANGE` unless `value` is an object with the given fields. */
export function checkHasMembers(parameter: string, value: unknown, names: readonly string[], mustBe: string): void {
  const isObject = typeof value === "object" && value !== null;
  if (!isObject || !names.every((name) => name in value)) throw parameterError(parameter, mustBe, value);
}

/** Returns `value`. Throws `PARAMETER_OUT_OF_RANGE` unless it is a whole number from `min` to `max`. */
export function checkInteger(parameter: string, value: unknown, min = 1, max = 2 ** 53 - 1): number {
  return checkBounds(Number.isInteger(value), "whole", parameter, value, min, max);
}

/** Returns `value`. Throws `PARAMETER_OUT_OF_RANGE` unless it is a finite number from `min` to `max`. */
export function checkNumber(parameter: string, value: unknown, min = -Infinity, max = Infinity): number {
  return checkBounds(Number.isFinite(value), "finite", parameter, value, min, max);
}

/** Checks bounds. The message omits the default upper bound, unless the value exceeds it. */
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
