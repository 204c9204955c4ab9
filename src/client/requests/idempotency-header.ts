/** The same request with the same key is done once. */
export function idempotencyHeader(key: string | undefined): Readonly<Record<string, string>> {
  return key === undefined ? {} : { "idempotency-key": key };
}
