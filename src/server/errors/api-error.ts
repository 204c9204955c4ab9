import { API_ERRORS, type ApiErrorCode, type ParameterProblem } from "../../schemas/api-error.ts";
import { shownValue } from "./shown-value.ts";

/** Members of an error body that depend on the error. */
export type ApiErrorDetails = Readonly<Record<string, unknown>>;

/** What a failure says beside its body. */
export interface ApiErrorAnswer {
  /** Instead of the status of its code. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A failure as a client is told of it. Thrown anywhere below a route, it becomes the answer.
 *
 * @example
 * throw new ApiError("POSITION_NOT_FOUND", "there is no position in AAPL", { symbol: "AAPL" });
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly details: ApiErrorDetails;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(code: ApiErrorCode, message: string, details: ApiErrorDetails = {}, answer: ApiErrorAnswer = {}) {
    super(message);
    this.code = code;
    this.status = answer.status ?? API_ERRORS[code];
    this.details = details;
    this.headers = answer.headers;
  }
}

/** The error of a request that could not be kept, for the reason that the disk or the system gave. */
export function stateUnwritable(reason: string): ApiError {
  const message = "the state cannot be written, so nothing was done; the server goes on when it can be written again";
  return new ApiError("SERVICE_UNAVAILABLE", message, { reason }, { headers: { "retry-after": "5" } });
}

/** The error of a request of which one or more parts are wrong; the message is that of the first. */
export function invalidParameters(
  problems: readonly ParameterProblem[],
  more: ApiErrorDetails = {},
  answer: ApiErrorAnswer = {},
): ApiError {
  const [first] = problems;
  const subject = first?.parameter === "" ? subjectOf(first) : (first?.parameter ?? "");
  const message = first === undefined ? "the request is invalid" : `${subject} ${first.reason}`;
  return new ApiError("INVALID_PARAMETERS", message, { errors: problems.map(shown), ...more }, answer);
}

function shown(problem: ParameterProblem): ParameterProblem {
  if (problem.value === undefined) return problem;
  const { value: given, ...rest } = problem;
  const value = shownValue(given);
  return value === undefined ? rest : { ...rest, value };
}

function subjectOf(problem: ParameterProblem): string {
  return problem.in === "body" ? "the body" : "the request";
}
