import type { ApiErrorBody } from "../../schemas/api-error.ts";
import { formatInstant } from "../../time/instant.ts";
import type { ApiError } from "./api-error.ts";

/** The body of a failure. `now` is market time. What the server itself fails at names its request, by which its log is searched. */
export function errorBody({ code, message, details, status }: ApiError, now: number, requestId: string): ApiErrorBody {
  const named = status >= 500 ? { request_id: requestId } : {};
  return { error: { code, message, details: { ...details, ...named } }, timestamp: formatInstant(now) };
}
