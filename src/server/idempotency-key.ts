import { ApiError, invalidParameters } from "./errors/api-error.ts";

const HEADER = "idempotency-key";
const KEY = /^[\x21-\x7e]{1,255}$/;

/** Returns the `Idempotency-Key` of a request, if any. Throws INVALID_PARAMETERS for an invalid one. */
export function idempotencyKeyOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): string | undefined {
  const sent = headers[HEADER];
  if (sent === undefined) return undefined;
  const value = String(sent);
  if (KEY.test(value)) return value;
  const reason = "must be 1 to 255 visible characters";
  throw invalidParameters([{ in: "header", parameter: "Idempotency-Key", value, reason }]);
}

/** Returns the error for an idempotency key that was used with another request. */
export function idempotencyKeyReused(key: string): ApiError {
  return new ApiError("IDEMPOTENCY_KEY_REUSED", {
    idempotency_key: key,
  });
}
