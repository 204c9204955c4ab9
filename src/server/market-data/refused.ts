import type { ParameterProblem } from "../../schemas/api-error.ts";
import { ApiError, type ApiErrorDetails } from "../errors/api-error.ts";

/** What was refused of a request, and what else a program can read of it. */
export interface Refused extends ParameterProblem, ApiErrorDetails {}

/** INVALID_PARAMETERS for a request that is well formed and cannot be answered. The reason is a word for programs, the message a sentence. */
export function refused(message: string, problems: readonly Refused[], more: ApiErrorDetails = {}): ApiError {
  return new ApiError("INVALID_PARAMETERS", message, { errors: problems, ...more });
}
