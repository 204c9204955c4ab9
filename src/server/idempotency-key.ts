import { ApiError, invalidParameters } from "./errors/api-error.ts";

const HEADER = "idempotency-key";
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The `Idempotency-Key` of a request, if it has one. Throws INVALID_PARAMETERS for one that is none. */
export function idempotencyKeyOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): string | undefined {
  const given = headers[HEADER];
  if (given === undefined) return undefined;
  const value = String(given);
  if (KEY.test(value)) return value;
  const reason = "must be 1 to 255 visible characters";
  throw invalidParameters([{ in: "header", parameter: "Idempotency-Key", value, reason }]);
}

/** The error of a key that another request had. */
export function idempotencyKeyReused(key: string): ApiError {
  return new ApiError("IDEMPOTENCY_KEY_REUSED", {
    idempotency_key: key,
  });
}
