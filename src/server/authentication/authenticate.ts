import { ApiError } from "../errors/api-error.ts";
import type { KnownKey } from "../keys/key-ring.ts";
import { limitExceeded } from "../limits/limit-exceeded.ts";
import type { ServerContext } from "../server-context.ts";
import { bearerToken } from "./bearer-token.ts";

/**
 * The key of a request. Throws INVALID_API_KEY, the same for every cause; and RATE_LIMIT_EXCEEDED for an address that has sent too many requests
 * without a usable key: until its window ends it is believed only keys that the server already knows by sight.
 */
export function authenticate(
  { keys, failedAttempts, wallClock }: ServerContext,
  header: string | undefined,
  address: () => string,
): KnownKey {
  const token = bearerToken(header);
  const recalled = token === undefined ? undefined : keys.recall(token);
  if (recalled !== undefined) return recalled;

  const now = wallClock();
  const from = address();
  if (failedAttempts.isFull(from, now))
    throw limitExceeded(failedAttempts.of(from), now, "requests without a usable key");
  const found = token === undefined ? undefined : keys.find(token);
  if (found !== undefined) return found;
  failedAttempts.add(from, now);
  throw new ApiError(
    "INVALID_API_KEY",
    "the request must carry a valid API key in the header Authorization: Bearer <API_KEY>",
    {},
    { headers: { "www-authenticate": "Bearer" } },
  );
}
