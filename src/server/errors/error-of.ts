import { isParameterError } from "../../primitives/check.ts";
import { type ErrorCode, type ErrorDetails, HindcastError } from "../../primitives/errors.ts";
import type { ParameterProblem } from "../../schemas/api-error.ts";
import { ApiError, invalidParameters, stateUnwritable } from "./api-error.ts";

/** What Fastify's errors carry, and Node's. */
interface CodedError {
  readonly code?: unknown;
  readonly statusCode?: unknown;
  readonly message?: unknown;
}

/** Anything that was thrown, as the failure that a client is told of. What nobody foresaw is an INTERNAL_ERROR that says nothing of itself. */
export function apiErrorOf(error: unknown, requestId: string): ApiError {
  if (error instanceof ApiError) return error;
  const known = fromLibraryError(error) ?? fromCodedError(error);
  return known ?? new ApiError("INTERNAL_ERROR", "internal server error", { request_id: requestId });
}

/** Whether an error comes from a hook of the application, which has its own answer to it: it names a status, and neither we nor Fastify threw it. */
export function isOfApplication(error: unknown): boolean {
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
      return invalidParameters([{ in: "path", parameter: "", reason: "must have an address that is a valid URL" }]);
    case "ECONNRESET":
      // Of a body that was being read. Nobody gets the answer, and no status of HTTP is meant for the log; this one is what other servers write there.
      if (statusCode === 400)
        return invalidParameters([{ in: "body", parameter: "", reason: "must arrive whole" }], {}, { status: 499 });
      break;
    case "SQLITE_BUSY": {
      const text = "another program has the state locked, so nothing was done";
      return new ApiError("SERVICE_UNAVAILABLE", text, {}, { headers: { "retry-after": "1" } });
    }
    default:
  }
  if (UNWRITABLE.test(String(code))) return stateUnwritable(String(message));
  const status = typeof statusCode === "number" ? statusCode : 500;
  if (status < 400 || status >= 500) return undefined;
  return invalidParameters([{ in: "body", parameter: "", reason: `must be a valid HTTP message: ${String(message)}` }]);
}

/** What SQLite says of a disk that is full, fails or may only be read. */
const UNWRITABLE = /^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN)/;

/** The most bytes of a body. */
export const BODY_LIMIT = 65_536;

type Told = (error: HindcastError, place: BodyPlace | undefined) => ApiError;

/** How failures of the library that a request can cause are told. All others are the server's own. */
const TOLD: Partial<Record<ErrorCode, Told>> = {
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
 * The answer to a failure of the library that the request has caused; undefined for one that it cannot have caused. `place` is what the library has
 * read of the body, where that is known.
 */
function fromLibraryError(error: unknown, place?: BodyPlace): ApiError | undefined {
  if (isParameterError(error)) return outOfRange(error.details, place);
  return error instanceof HindcastError ? TOLD[error.code as ErrorCode]?.(error, place) : undefined;
}

/** INVALID_PARAMETERS with what must hold as its reason. */
function outOfRange(details: ErrorDetails, place: BodyPlace | undefined): ApiError {
  const { parameter, mustBe, was } = details as { parameter: string; mustBe: string; was: unknown };
  const reason = `must be ${mustBe}`;
  if (place === undefined) return invalidParameters([{ in: "request", parameter, value: was, reason }]);
  const where = { in: "body", parameter: placeInBody(place, parameter, details) } as const;
  return invalidParameters([{ ...where, value: was, reason: place.spelled(reason) }]);
}

/** INVALID_PARAMETERS with the code of the library's error, in small letters, as its reason. */
function refused(error: HindcastError, where: Partial<ParameterProblem> = {}, place?: BodyPlace): ApiError {
  const { message, details, code } = error;
  const problem: ParameterProblem = {
    in: "request",
    parameter: textOf(details, "parameter") ?? textOf(details, "field") ?? "",
    ...where,
    reason: code.toLowerCase(),
  };
  if (problem.value === undefined && details["was"] !== undefined) problem.value = details["was"];
  if (place !== undefined) placeProblem(problem, details, place);
  const spelled = place?.spelled ?? asItIs;
  const allowed = details["available"] ?? details["allowed"] ?? details["known"];
  if (Array.isArray(allowed)) problem.allowed = allowed.map((one) => (typeof one === "string" ? spelled(one) : one));
  const suggestion = textOf(details, "suggestion");
  if (suggestion !== undefined) problem.suggestion = suggestion;
  const told = invalidParameters([problem]);
  return new ApiError("INVALID_PARAMETERS", spelled(message), told.details);
}

/** What a setting or a weight was is among the details by other names than what a parameter was. */
function placeProblem(problem: ParameterProblem, details: ErrorDetails, place: BodyPlace): void {
  const name = textOf(details, "setting") ?? (problem.parameter || (textOf(details, "symbol") ?? ""));
  problem.in = "body";
  problem.parameter = placeInBody(place, name, details);
  const value = problem.value ?? details["value"] ?? details["weight"];
  if (value !== undefined) problem.value = value;
}

function textOf(details: ErrorDetails, name: string): string | undefined {
  const value = details[name];
  return typeof value === "string" ? value : undefined;
}

/** What the library has read of a body. */
interface BodyPlace {
  /** The member of the body; empty for all of it. */
  readonly member: string;
  /** What was given there. */
  readonly given: unknown;
  /** A text of the library with the names that a client knows. */
  readonly spelled: (text: string) => string;
}

function asItIs(text: string): string {
  return text;
}

/**
 * Where a name stands in a body: behind the member that the library has read, and behind the model whose parameter it is, such as
 * `settings.commission.fee`. Of several models with a parameter of that name it is the one that was refused, or that has the value which was.
 */
function placeInBody({ member, given, spelled }: BodyPlace, name: string, { owner, was }: ErrorDetails): string {
  const models = Object.entries(membersOf(given)).filter(([, one]) => Object.hasOwn(membersOf(one), name));
  const model =
    models.find(([setting]) => typeof owner === "string" && owner.startsWith(`${setting} `)) ??
    models.find(([, one]) => membersOf(one)[name] === was);
  return [member, spelled(model?.[0] ?? ""), spelled(name)].filter((part) => part !== "").join(".");
}

/** The members of an object; none of anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/**
 * Lets the library read a member of a body, or all of it where the name is empty. What the library refuses by a name of its own is told by where
 * that name stands in the body, and `spelled` puts the names of the body into its texts.
 *
 * @example
 * const params = readMember("params", body.params, (given) => resolveParams(strategy.name, strategy.params, given));
 */
export function readMember<Given, Read>(
  member: string,
  given: Given,
  read: (given: Given) => Read,
  spelled: (text: string) => string = asItIs,
): Read {
  try {
    return read(given);
  } catch (error) {
    throw fromLibraryError(error, { member, given, spelled }) ?? error;
  }
}
