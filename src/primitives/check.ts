import type { ErrorDetails } from "./errors.ts";

/** A `RangeError` that carries a code and fields like every other error here. */
export interface ParameterError extends RangeError {
  readonly code: "PARAMETER_OUT_OF_RANGE";
  readonly details: ErrorDetails;
}

/**
 * The error of a value outside what a parameter allows: `period must be a whole number above 0, was 0`.
 */
export function parameterError(parameter: string, mustBe: string, was: unknown): ParameterError {
  return Object.assign(new RangeError(`${parameter} must be ${mustBe}, was ${shown(was)}`), {
    code: "PARAMETER_OUT_OF_RANGE" as const,
    details: { parameter, mustBe, was },
  });
}

/** A value as an error message shows it: text in quotes, everything else plainly, long things cut. */
export function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value);
  if (typeof value === "function") return "a function";
  if (value === null || typeof value !== "object") return String(value);
  const text = JSON.stringify(value) ?? "an object";
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** Throws a `RangeError` unless `value` is a whole number from `min` to `max`. */
export function checkWhole(parameter: string, value: unknown, min = 1, max = Number.MAX_SAFE_INTEGER): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= min && value <= max) return value;
  throw parameterError(parameter, `a whole number ${bounds(min, max, Number.MAX_SAFE_INTEGER)}`, value);
}

/** Throws a `RangeError` unless `value` is a finite number from `min` to `max`. */
export function checkNumber(parameter: string, value: unknown, min = -Infinity, max = Infinity): number {
  if (typeof value === "number" && Number.isFinite(value) && value >= min && value <= max) return value;
  throw parameterError(parameter, `a finite number ${bounds(min, max, Infinity)}`.trimEnd(), value);
}

function bounds(min: number, max: number, unbounded: number): string {
  if (max < unbounded) return min > -Infinity ? `from ${min} to ${max}` : `of at most ${max}`;
  if (min === -Infinity) return "";
  return Number.isInteger(min) && min === 1 ? "above 0" : `of at least ${min}`;
}
