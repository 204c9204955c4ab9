import { parameterError, type ParameterError } from "../../primitives/check.ts";

/** Whether an error says that a parameter, by name, was out of range. */
export function isParameterError(error: unknown): error is ParameterError {
  return error instanceof RangeError && "details" in error;
}

/** The same error with the parameter under the name that the caller wrote: who gave `--risk-free` has not heard of `riskFreeRate`. */
export function renamed({ details }: ParameterError, name: string): ParameterError {
  return parameterError(name, String(details["mustBe"]), details["was"]);
}
