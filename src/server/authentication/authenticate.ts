import { ApiError } from "../errors/api-error.ts";
import type { KeyRing, KnownKey } from "../keys/key-ring.ts";
import { keyIdOf } from "../keys/key-text.ts";
import { type FailedAttempts, limitExceeded } from "../limits/rate-limits.ts";

/** What keys are looked up in, and what counts requests without a usable one. */
export interface KeyCheck {
  readonly keys: KeyRing;
  readonly failedAttempts: FailedAttempts;
  /** What time it really is, epoch milliseconds. */
  readonly wallClock: () => number;
}

const BEARER = /^bearer +([!-~]{1,200})$/i;

/** The key that an `Authorization` header carries; undefined for one that carries none. */
function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  // As nearly every client writes it.
  if (header.startsWith("Bearer hc_") && header.length < 100) return header.slice(7);
  return BEARER.exec(header)?.[1];
}

/** The name of a request's key, where it has been found before: for what must know its client before it is worked on. */
export function recalledKey({ keys }: Pick<KeyCheck, "keys">, header: string | undefined): string | undefined {
  const token = bearerToken(header);
  return token === undefined ? undefined : keys.nameOf(token);
}

/**
 * The key of a request. Throws INVALID_API_KEY, the same for every cause; and RATE_LIMIT_EXCEEDED for an address that has sent too many requests
 * without a usable key. A key that is spelled right is looked up even then: others behind the same address must not be kept out, and none can be guessed.
 */
export function authenticate(
  { keys, failedAttempts, wallClock }: KeyCheck,
  header: string | undefined,
  address: () => string,
): KnownKey {
  const token = bearerToken(header);
  const recalled = token === undefined ? undefined : keys.recall(token);
  if (recalled !== undefined) return recalled;

  const now = wallClock();
  const from = address();
  const isFull = failedAttempts.isFull(from, now);
  const isTried = token !== undefined && (!isFull || keyIdOf(token) !== undefined);
  const found = isTried ? keys.find(token) : undefined;
  if (found !== undefined) return found;
  if (isFull) throw limitExceeded(failedAttempts.of(from), now, "requests without a usable key");
  failedAttempts.add(from, now);
  throw new ApiError(
    "INVALID_API_KEY",
    "the request must carry a valid API key in the header Authorization: Bearer <API_KEY>",
    {},
    { headers: { "www-authenticate": "Bearer" } },
  );
}
