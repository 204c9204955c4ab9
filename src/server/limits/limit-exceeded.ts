import { formatInstant } from "../../time/instant.ts";
import { ApiError } from "../errors/api-error.ts";
import type { RequestWindow } from "./request-window.ts";

/** The error of a window that is used up, by requests or by what is said. */
export function limitExceeded(window: RequestWindow, now: number, counted = "requests"): ApiError {
  const { limit, lengthMs } = window;
  const end = window.endsAt(now);
  const retryAfter = Math.max(1, Math.ceil((end - now) / 1000));
  const details = {
    limit,
    window_seconds: lengthMs / 1000,
    retry_after: retryAfter,
    reset_at: formatInstant(end),
  };
  const message = `at most ${limit} ${counted} are taken in ${details.window_seconds} seconds; try again in ${retryAfter} s`;
  return new ApiError("RATE_LIMIT_EXCEEDED", message, details, { headers: { "retry-after": String(retryAfter) } });
}
