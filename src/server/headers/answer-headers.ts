import type { RequestWindow } from "../limits/rate-limits.ts";

/** What every answer carries. */
const SECURITY = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** The headers of an answer that no key was counted for. */
export function plainHeaders(requestId: string): Record<string, string> {
  return { ...SECURITY, "x-request-id": requestId };
}

/** The headers of an answer under the versioned root: the limit's window too. One object, set in one call: a call for each costs as much as the answer. */
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
