import { type ErrorCode, HindcastError } from "../../primitives/errors.ts";
import {
  API_ERROR_TABLE,
  type ApiErrorCode,
  type FixedErrorCode,
  type ParameterProblem,
} from "../../schemas/api-error.ts";

/** Members of the `details` of an error. */
type ApiErrorDetails = Readonly<Record<string, unknown>>;

/** HTTP status and headers of the response for an error. */
interface ApiErrorAnswer {
  /** HTTP status to use instead of the usual one for the error's code. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * An error with the code, message and details that a client receives. Thrown anywhere below a route, it becomes the answer.
 *
 * @example
 * throw new ApiError("POSITION_NOT_FOUND", { symbol: "AAPL" }); // the account holds no AAPL
 */
export class ApiError extends HindcastError {
  override readonly name = "ApiError";
  declare readonly code: ApiErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | undefined;

  /** Creates an error whose code has a fixed message in the error table. */
  constructor(code: FixedErrorCode, details?: ApiErrorDetails, answer?: ApiErrorAnswer);
  constructor(
    code: Exclude<ApiErrorCode, FixedErrorCode>,
    message: string,
    details?: ApiErrorDetails,
    answer?: ApiErrorAnswer,
  );
  constructor(code: ApiErrorCode, ...rest: readonly unknown[]) {
    const row: { readonly status: number; readonly message?: string } = API_ERROR_TABLE[code];
    const [message, details = {}, answer = {}] = (row.message === undefined ? rest : [row.message, ...rest]) as [
      message: string,
      details?: ApiErrorDetails,
      answer?: ApiErrorAnswer,
    ];
    super(
      code as ErrorCode & ApiErrorCode,
      row.message === undefined ? message : fillTemplate(message, details),
      details,
    );
    this.status = answer.status ?? row.status;
    this.headers = answer.headers;
  }
}

/** Fills the details of an error into its message from the error table. */
function fillTemplate(message: string, details: ApiErrorDetails): string {
  return message.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(details[name]));
}

/** Returns the error for a request whose changes could not be stored, with the reason from the disk or the operating system. */
export function stateUnwritable(reason: string): ApiError {
  const message =
    "the state cannot be written, so nothing was changed; the server continues when it can be written again";
  return new ApiError("SERVICE_UNAVAILABLE", message, { reason }, { headers: { "retry-after": "5" } });
}

/** Returns the error for a request with invalid parts. Its message describes the first problem. */
export function invalidParameters(
  problems: readonly ParameterProblem[],
  more: ApiErrorDetails = {},
  answer: ApiErrorAnswer = {},
): ApiError {
  const [first] = problems;
  const subject = first?.parameter === "" ? subjectOf(first) : (first?.parameter ?? "");
  const message = first === undefined ? "the request is invalid" : `${subject} ${first.reason}`;
  return new ApiError("INVALID_PARAMETERS", message, { errors: problems.map(withShortValue), ...more }, answer);
}

function withShortValue(problem: ParameterProblem): ParameterProblem {
  if (problem.value === undefined) return problem;
  const { value: original, ...rest } = problem;
  const value = shownValue(original);
  return value === undefined ? rest : { ...rest, value };
}

function subjectOf(problem: ParameterProblem): string {
  return problem.in === "body" ? "the body" : "the request";
}

/** Limits for values that an error repeats: the length of a text, and the number and depth of values. */
const MAX_TEXT = 256;
const MAX_VALUES = 128;
const MAX_DEPTH = 4;

/**
 * Returns a value from a client as an error repeats it: short values completely, long texts cut off, large or deep values not at all. Very
 * deep values could not even be serialized.
 */
export function shownValue(value: unknown): unknown {
  if (typeof value === "string") return shownText(value);
  const budget = { values: MAX_VALUES };
  return isSmall(value, 0, budget) ? value : undefined;
}

function shownText(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

function isSmall(value: unknown, depth: number, budget: { values: number }): boolean {
  budget.values--;
  if (budget.values < 0 || depth > MAX_DEPTH) return false;
  if (typeof value === "string") return value.length <= MAX_TEXT;
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, member]) => name.length <= MAX_TEXT && isSmall(member, depth + 1, budget));
}

/** Number of values that a message lists at most; the member `allowed` of the details lists all. */
const MAX_NAMED = 20;

/** Returns the reason for refusing a value outside of a closed list, such as `must be one of buy, sell`. */
export function choiceReason(allowed: readonly unknown[]): string {
  return allowed.length > MAX_NAMED ? "must be one of the values in allowed" : `must be one of ${allowed.join(", ")}`;
}

/** A problem of a request, with further details for programs. */
export interface RefusedProblem extends ParameterProblem, ApiErrorDetails {}

/**
 * Returns INVALID_PARAMETERS for a well-formed request that cannot be answered. The message is a sentence for people, the reasons are
 * identifiers for programs.
 */
export function refused(message: string, problems: readonly RefusedProblem[], more: ApiErrorDetails = {}): ApiError {
  return new ApiError("INVALID_PARAMETERS", message, { errors: problems, ...more });
}
