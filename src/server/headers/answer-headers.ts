import type { RequestWindow } from "../limits/rate-limits.ts";

/** Security headers of every response. */
const SECURITY = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** Returns the headers of a response that does not count towards the rate limit. */
export function plainHeaders(requestId: string): Record<string, string> {
  return { ...SECURITY, "x-request-id": requestId };
}

/**
 * Returns the headers of a response that counts towards the rate limit, including the rate limit itself. They are one object set in one
 * call, since separate calls would take as long as the rest of the response.
 */
export function countedHeaders(requestId: string, window: RequestWindow, now: number): Record<string, string> {
  return {
    "cache-control": SECURITY["cache-control"],
    "content-security-policy": SECURITY["content-security-policy"],
    "cross-origin-resource-policy": SECURITY["cross-origin-resource-policy"],
    "referrer-policy": SECURITY["referrer-policy"],
    "x-content-type-options": SECURITY["x-content-type-options"],
    "x-frame-options": SECURITY["x-frame-options"],
    "x-request-id": requestId,
    "x-ratelimit-limit": String(window.limit),
    "x-ratelimit-remaining": String(window.remaining(now)),
    "x-ratelimit-reset": String(Math.ceil(window.endsAt(now) / 1000)),
  };
}
