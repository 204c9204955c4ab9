import { ApiError } from "../errors/api-error.ts";

/** The error of a request for the stream by another method. */
export function openedByGet(method: string): ApiError {
  const allow = ["GET"];
  const message = `the stream is opened by GET, was ${method}`;
  return new ApiError("METHOD_NOT_ALLOWED", message, { method, allow }, { headers: { allow: allow.join(", ") } });
}
