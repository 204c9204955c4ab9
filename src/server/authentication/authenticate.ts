import { ApiError } from "../errors/api-error.ts";
import type { KeyRing, KnownKey } from "../keys/key-ring.ts";
import { keyIdOf } from "../keys/key-text.ts";
import { type FailedAttempts, limitExceeded } from "../limits/rate-limits.ts";

/** Looks up API keys, and counts requests without a valid key. */
export interface KeyCheck {
  readonly keys: KeyRing;
  readonly failedAttempts: FailedAttempts;
  /** Real time, epoch milliseconds. */
  readonly wallClock: () => number;
}

const BEARER = /^bearer +([!-~]{1,200})$/i;

/** Returns the API key in an `Authorization` header; undefined if the header has none. */
function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  // Most clients send this spelling, so it gets a fast path.
  if (header.startsWith("Bearer hc_") && header.length < 100) return header.slice(7);
  return BEARER.exec(header)?.[1];
}

/**
 * Returns the id of a request's API key if the server already knows the key. Limits of the connection apply before the request is
 * authenticated.
 */
export function rememberedKeyId({ keys }: Pick<KeyCheck, "keys">, header: string | undefined): string | undefined {
  const token = bearerToken(header);
  return token === undefined ? undefined : keys.rememberedId(token);
}

/**
 * Returns the API key of a request. Throws INVALID_API_KEY, the same for every cause, and RATE_LIMIT_EXCEEDED for an address with too many
 * requests without a valid key. A key with a correct checksum is looked up even then: it cannot be a guess, and other users may share the
 * address.
 */
export function authenticate(
  { keys, failedAttempts, wallClock }: KeyCheck,
  header: string | undefined,
  address: () => string,
): KnownKey {
  const token = bearerToken(header);
  const remembered = token === undefined ? undefined : keys.findRemembered(token);
  if (remembered !== undefined) return remembered;

  const now = wallClock();
  const from = address();
  const isLimited = failedAttempts.isFull(from, now);
  const isLookedUp = token !== undefined && (!isLimited || keyIdOf(token) !== undefined);
  const found = isLookedUp ? keys.find(token) : undefined;
  if (found !== undefined) return found;
  if (isLimited) throw limitExceeded(failedAttempts.windowOf(from), now, "requests without a valid key");
  failedAttempts.add(from, now);
  throw new ApiError(
    "INVALID_API_KEY",
    "the request must carry a valid API key in the header Authorization: Bearer <API_KEY>",
    {},
    { headers: { "www-authenticate": "Bearer" } },
  );
}
