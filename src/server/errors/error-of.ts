import { isParameterError } from "../../primitives/check.ts";
import { type ErrorCode, type ErrorDetails, HindcastError } from "../../primitives/errors.ts";
import type { ParameterProblem } from "../../schemas/api-error.ts";
import { ApiError, invalidParameters, stateUnwritable } from "./api-error.ts";

/** Members that errors from Fastify and Node have. */
interface CodedError {
  readonly code?: unknown;
  readonly statusCode?: unknown;
  readonly message?: unknown;
}

/** Converts anything that was thrown into the error that the client gets. An unexpected error becomes an INTERNAL_ERROR without details. */
export function apiErrorOf(error: unknown, requestId: string): ApiError {
  if (error instanceof ApiError) return error;
  const known = fromLibraryError(error) ?? fromCodedError(error);
  return known ?? new ApiError("INTERNAL_ERROR", "internal server error", { request_id: requestId });
}

/**
 * Whether an error comes from a hook of the application, which handles it itself: it has a status, but neither Hindcast nor Fastify threw
 * it.
 */
export function isApplicationError(error: unknown): boolean {
  if (error instanceof ApiError || fromLibraryError(error) !== undefined) return false;
  const { code, statusCode } = (error ?? {}) as CodedError;
  return typeof statusCode === "number" && code !== "ECONNRESET" && !String(code).startsWith("FST_ERR_");
}

function fromCodedError(error: unknown): ApiError | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { code, statusCode, message } = error as CodedError;
  switch (code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new ApiError("PAYLOAD_TOO_LARGE", { limit_bytes: BODY_LIMIT });
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new ApiError("UNSUPPORTED_MEDIA_TYPE", "the body must be application/json", {
        allowed: ["application/json"],
      });
    case "FST_ERR_BAD_URL":
      return invalidParameters([{ in: "path", parameter: "", reason: "must have a valid URL" }]);
    case "ECONNRESET":
      // The client disconnected while the server read the body. It gets no response; 499 is the usual status for the log.
      if (statusCode === 400)
        return invalidParameters([{ in: "body", parameter: "", reason: "must be complete" }], {}, { status: 499 });
      break;
    case "SQLITE_BUSY": {
      const text = "another program has locked the state, so nothing was done";
      return new ApiError("SERVICE_UNAVAILABLE", text, {}, { headers: { "retry-after": "1" } });
    }
    default:
  }
  if (UNWRITABLE.test(String(code))) return stateUnwritable(String(message));
  const status = typeof statusCode === "number" ? statusCode : 500;
  if (status < 400 || status >= 500) return undefined;
  return invalidParameters([{ in: "body", parameter: "", reason: `must be a valid HTTP message: ${String(message)}` }]);
}

/** Error codes of SQLite for a disk that is full, failing or read-only. */
const UNWRITABLE = /^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN)/;

/** Maximum size of a request body in bytes. */
export const BODY_LIMIT = 65_536;

type ErrorMapper = (error: HindcastError, place: BodyPlace | undefined) => ApiError;

/**
 * Errors of the library that a request can cause, with the API errors that they become. Other errors of the library are faults of the
 * server.
 */
const LIBRARY_ERRORS: Partial<Record<ErrorCode, ErrorMapper>> = {
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
  CASH_OUT_OF_RANGE: (error, place) => refused(error, { parameter: "cash", value: error.details["cash"] }, place),
  DATE_INVALID: (error, place) => refused(error, {}, place),
  DATE_RANGE_EMPTY: (error) => refused(error),
  INTERVAL_UNKNOWN: (error) => refused(error, { in: "query", parameter: "interval" }),
  MONEY_OUT_OF_RANGE: (error) => refused(error),
  ORDER_INVALID: (error, place) => refused(error, { in: "body" }, place),
  PARAMETER_OUT_OF_RANGE: (error, place) => refused(error, {}, place),
  PARAMETER_UNKNOWN: (error, place) => refused(error, {}, place),
  SETTING_INVALID: (error, place) => refused(error, { in: "body" }, place),
  ZONE_UNKNOWN: (error, place) =>
    refused(error, { in: "body", parameter: "zone", value: error.details["zone"] }, place),
};

/**
 * Returns the API error for an error of the library; undefined if no request can have caused it. `place` is the part of the body that the
 * library read, if known.
 */
function fromLibraryError(error: unknown, place?: BodyPlace): ApiError | undefined {
  if (isParameterError(error)) return outOfRange(error.details, place);
  return error instanceof HindcastError ? LIBRARY_ERRORS[error.code as ErrorCode]?.(error, place) : undefined;
}

/** Returns INVALID_PARAMETERS with the violated rule as its reason. */
function outOfRange(details: ErrorDetails, place: BodyPlace | undefined): ApiError {
  const { parameter, mustBe, was } = details as { parameter: string; mustBe: string; was: unknown };
  const reason = `must be ${mustBe}`;
  if (place === undefined) return invalidParameters([{ in: "request", parameter, value: was, reason }]);
  const where = { in: "body", parameter: bodyPath(place, parameter, details) } as const;
  return invalidParameters([{ ...where, value: was, reason: place.rename(reason) }]);
}

/** Returns INVALID_PARAMETERS whose reason is the code of the library's error in lower case. */
function refused(error: HindcastError, where: Partial<ParameterProblem> = {}, place?: BodyPlace): ApiError {
  const { message, details, code } = error;
  const problem: ParameterProblem = {
    in: "request",
    parameter: textOf(details, "parameter") ?? textOf(details, "field") ?? "",
    ...where,
    reason: code.toLowerCase(),
  };
  if (problem.value === undefined && details["was"] !== undefined) problem.value = details["was"];
  if (place !== undefined) setBodyPath(problem, details, place);
  const rename = place?.rename ?? unchanged;
  const allowed = details["available"] ?? details["allowed"] ?? details["known"];
  if (Array.isArray(allowed)) problem.allowed = allowed.map((one) => (typeof one === "string" ? rename(one) : one));
  const suggestion = textOf(details, "suggestion");
  if (suggestion !== undefined) problem.suggestion = suggestion;
  const invalid = invalidParameters([problem]);
  return new ApiError("INVALID_PARAMETERS", rename(message), invalid.details);
}

/**
 * Sets the path and value of a problem in a body. For settings and weights, the library names these details differently than for
 * parameters.
 */
function setBodyPath(problem: ParameterProblem, details: ErrorDetails, place: BodyPlace): void {
  const name = textOf(details, "setting") ?? (problem.parameter || (textOf(details, "symbol") ?? ""));
  problem.in = "body";
  problem.parameter = bodyPath(place, name, details);
  const value = problem.value ?? details["value"] ?? details["weight"];
  if (value !== undefined) problem.value = value;
}

function textOf(details: ErrorDetails, name: string): string | undefined {
  const value = details[name];
  return typeof value === "string" ? value : undefined;
}

/** The part of a request body that the library read. */
interface BodyPlace {
  /** Name of the body's member that was read; empty for the whole body. */
  readonly member: string;
  /** Value of the member that was read. */
  readonly value: unknown;
  /** Replaces names of the library in a text by the names of the API. */
  readonly rename: (text: string) => string;
}

function unchanged(text: string): string {
  return text;
}

/**
 * Returns the path of a parameter in a body, such as `settings.commission.fee`. If several models have a parameter of this name, the path
 * is that of the refused model or the refused value.
 */
function bodyPath({ member, value, rename }: BodyPlace, name: string, { owner, was }: ErrorDetails): string {
  const models = Object.entries(membersOf(value)).filter(([, one]) => Object.hasOwn(membersOf(one), name));
  const model =
    models.find(([setting]) => typeof owner === "string" && owner.startsWith(`${setting} `)) ??
    models.find(([, one]) => membersOf(one)[name] === was);
  return [member, rename(model?.[0] ?? ""), rename(name)].filter((part) => part !== "").join(".");
}

/** Returns an object as a record of its members; an empty record for other values. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/**
 * Lets the library read a member of a body, or the whole body if the name is empty. Errors get the path in the body, and `rename` puts the
 * names of the API into their texts.
 *
 * @example
 * const params = readMember("params", body.params, (given) => resolveParams(strategy.name, strategy.params, given));
 */
export function readMember<Given, Read>(
  member: string,
  value: Given,
  read: (value: Given) => Read,
  rename: (text: string) => string = unchanged,
): Read {
  try {
    return read(value);
  } catch (error) {
    throw fromLibraryError(error, { member, value, rename }) ?? error;
  }
}
