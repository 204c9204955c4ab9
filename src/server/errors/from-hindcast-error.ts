import type { ErrorCode, ErrorDetails, HindcastError } from "../../primitives/errors.ts";
import type { ParameterProblem } from "../../schemas/api-error.ts";
import { ApiError, invalidParameters } from "./api-error.ts";

/** How failures of the library that a request can cause are told. All others are the server's own. */
const TOLD: Partial<Record<ErrorCode, (error: HindcastError) => ApiError>> = {
  SYMBOL_UNKNOWN: ({ message, details }) =>
    new ApiError("SYMBOL_NOT_FOUND", message, {
      symbol: details["symbol"],
      suggestion: details["suggestion"] ?? null,
    }),
  INTERVAL_UNAVAILABLE: (error) =>
    refused(error, { in: "query", parameter: "interval", value: error.details["interval"] }),
  RAW_UNAVAILABLE: (error) => refused(error, { in: "query", parameter: "adjust", value: false }),
  EXPIRATION_UNKNOWN: (error) =>
    refused(error, { in: "query", parameter: "expiration", value: error.details["expiration"] }),
  STRATEGY_NOT_FOUND: (error) => refused(error, { in: "body", parameter: "strategy" }),
  CALENDAR_UNKNOWN: (error) => refused(error, { in: "query", parameter: "calendar", value: error.details["calendar"] }),
  INDICATOR_UNKNOWN: (error) => refused(error, { in: "query", parameter: "indicators" }),
  CASH_OUT_OF_RANGE: (error) => refused(error),
  DATE_INVALID: (error) => refused(error),
  DATE_RANGE_EMPTY: (error) => refused(error),
  INTERVAL_UNKNOWN: (error) => refused(error, { in: "query", parameter: "interval" }),
  MONEY_OUT_OF_RANGE: (error) => refused(error),
  ORDER_INVALID: (error) => refused(error, { in: "body" }),
  PARAMETER_OUT_OF_RANGE: (error) => refused(error),
  PARAMETER_UNKNOWN: (error) => refused(error),
  SETTING_INVALID: (error) => refused(error, { in: "body" }),
  ZONE_UNKNOWN: (error) => refused(error, { in: "body", parameter: "zone", value: error.details["zone"] }),
};

/** The answer to a failure of the library that the request has caused; undefined for one that it cannot have caused. */
export function fromHindcastError(error: HindcastError): ApiError | undefined {
  return TOLD[error.code]?.(error);
}

/** INVALID_PARAMETERS with the code of the library's error, in small letters, as its reason. */
function refused(error: HindcastError, where: Partial<ParameterProblem> = {}): ApiError {
  const { message, details, code } = error;
  const problem: ParameterProblem = {
    in: "request",
    parameter: textOf(details, "parameter") ?? textOf(details, "field") ?? "",
    ...where,
    reason: code.toLowerCase(),
  };
  if (problem.value === undefined && details["was"] !== undefined) problem.value = details["was"];
  const allowed = details["available"] ?? details["allowed"] ?? details["known"];
  if (Array.isArray(allowed)) problem.allowed = allowed;
  const suggestion = textOf(details, "suggestion");
  if (suggestion !== undefined) problem.suggestion = suggestion;
  const told = invalidParameters([problem]);
  return new ApiError("INVALID_PARAMETERS", message, told.details);
}

function textOf(details: ErrorDetails, name: string): string | undefined {
  const value = details[name];
  return typeof value === "string" ? value : undefined;
}
