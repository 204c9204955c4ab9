import type { IssuedKey as IssuedKeyJson, Key } from "../../schemas/key.ts";
import { formatInstant } from "../../time/instant.ts";
import type { ApiKey, IssuedKey } from "./api-key.ts";

/** A key as it is shown. */
export function keyJson({ id, name, tier, scopes, createdAt, expiresAt, revokedAt }: ApiKey): Key {
  return {
    id,
    name,
    tier,
    scopes: [...scopes],
    created_at: formatInstant(createdAt),
    expires_at: instantOrNull(expiresAt),
    revoked_at: instantOrNull(revokedAt),
  };
}

/** A new key with its text. */
export function issuedKeyJson({ key, text }: IssuedKey): IssuedKeyJson {
  return { key: keyJson(key), api_key: text };
}

function instantOrNull(instant: number): string | null {
  return instant === Infinity ? null : formatInstant(instant);
}
