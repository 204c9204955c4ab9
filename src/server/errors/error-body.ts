import type { ApiErrorBody } from "../../schemas/api-error.ts";
import { formatInstant } from "../../time/instant.ts";
import type { ApiError } from "./api-error.ts";

/** The body of a failure. `now` is market time. */
export function errorBody({ code, message, details }: ApiError, now: number): ApiErrorBody {
  return { error: { code, message, details: { ...details } }, timestamp: formatInstant(now) };
}
