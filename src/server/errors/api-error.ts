import { type ErrorCode, HindcastError } from "../../primitives/errors.ts";
import {
  API_ERROR_TABLE,
  type ApiErrorCode,
  type FixedErrorCode,
  type ParameterProblem,
} from "../../schemas/api-error.ts";

/** Members of an error body that depend on the error. */
type ApiErrorDetails = Readonly<Record<string, unknown>>;

/** What a failure says beside its body. */
interface ApiErrorAnswer {
  /** Instead of the status of its code. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A failure as a client is told of it. Thrown anywhere below a route, it becomes the answer.
 *
 * @example
 * throw new ApiError("POSITION_NOT_FOUND", { symbol: "AAPL" }); // the account holds no AAPL
 */
export class ApiError extends HindcastError {
  override readonly name = "ApiError";
  declare readonly code: ApiErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | undefined;

  /** Of a code with one message, which is that of the table. */
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
    super(code as ErrorCode & ApiErrorCode, row.message === undefined ? message : filled(message, details), details);
    this.status = answer.status ?? row.status;
    this.headers = answer.headers;
  }
}

/** A message of the table with its details. */
function filled(message: string, details: ApiErrorDetails): string {
  return message.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(details[name]));
}

/** The error of a request that could not be kept, for the reason that the disk or the system gave. */
export function stateUnwritable(reason: string): ApiError {
  const message =
    "the state cannot be written, so nothing was changed; the server continues when it can be written again";
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

/** The longest text of a client that an answer repeats, and the most values and levels of anything else. */
const LONGEST_TEXT = 256;
const MOST_VALUES = 128;
const DEEPEST = 4;

/**
 * What an answer repeats of a value that a client sent: all of a short one, the beginning of a long text, nothing of what is large or deep. A
 * body may nest so deep that it cannot be written again.
 */
export function shownValue(value: unknown): unknown {
  if (typeof value === "string") return shownText(value);
  const left = { values: MOST_VALUES };
  return isSmall(value, 0, left) ? value : undefined;
}

function shownText(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}

function isSmall(value: unknown, depth: number, left: { values: number }): boolean {
  left.values--;
  if (left.values < 0 || depth > DEEPEST) return false;
  if (typeof value === "string") return value.length <= LONGEST_TEXT;
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(
    ([name, member]) => name.length <= LONGEST_TEXT && isSmall(member, depth + 1, left),
  );
}

/** The most values that a sentence names; of a longer list `allowed` has all. */
const MOST_NAMED = 20;

/** What must hold of one of a closed list of values: `must be one of buy, sell`. */
export function choiceReason(allowed: readonly unknown[]): string {
  return allowed.length > MOST_NAMED ? "must be one of those allowed" : `must be one of ${allowed.join(", ")}`;
}

/** What was refused of a request, and what else a program can read of it. */
export interface Refused extends ParameterProblem, ApiErrorDetails {}

/** INVALID_PARAMETERS for a request that is well formed and cannot be answered. The reason is a word for programs, the message a sentence. */
export function refused(message: string, problems: readonly Refused[], more: ApiErrorDetails = {}): ApiError {
  return new ApiError("INVALID_PARAMETERS", message, { errors: problems, ...more });
}
