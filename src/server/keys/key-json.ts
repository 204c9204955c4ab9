import type { IssuedKey as IssuedKeyJson, Key, KeyStatus, ServedKey } from "../../schemas/key.ts";
import { TIERS, UNLIMITED } from "../../schemas/tier.ts";
import { formatInstant } from "../../time/instant.ts";
import type { RequestWindow } from "../limits/rate-limits.ts";
import type { ApiKey, IssuedKey, KeyUsage } from "./api-key.ts";

/** Returns an API key as responses show it, at an instant of the computer's clock. */
export function keyJson(key: ApiKey, { requests, lastUsedAt }: KeyUsage, now: number): Key {
  const { id, name, tier, scopes, createdAt, expiresAt, revokedAt, replacedBy = null } = key;
  return {
    id,
    name,
    tier,
    scopes: [...scopes],
    status: statusOf(key, now),
    created_at: formatInstant(createdAt),
    expires_at: instantOrNull(expiresAt),
    revoked_at: instantOrNull(revokedAt),
    replaced_by: replacedBy,
    usage: { requests_total: requests, last_used_at: instantOrNull(lastUsedAt) },
  };
}

/** Returns an API key with its limits and its current usage. */
export function servedKeyJson(key: ApiKey, usage: KeyUsage, window: RequestWindow, now: number): ServedKey {
  const { requestsPerHour, stream } = TIERS[key.tier];
  const used = window.used(now);
  const unlimited = requestsPerHour === UNLIMITED;
  return {
    ...keyJson(key, usage, now),
    limits: { requests: unlimited ? null : requestsPerHour, window_seconds: window.lengthMs / 1000, stream },
    window: {
      requests: used,
      remaining: unlimited ? null : window.remaining(now),
      ends_at: used === 0 ? null : formatInstant(window.endsAt(now)),
    },
  };
}

/** Returns a new API key with its text. */
export function issuedKeyJson({ key, text }: IssuedKey): IssuedKeyJson {
  return { key: keyJson(key, { requests: 0, lastUsedAt: -Infinity }, key.createdAt), api_key: text };
}

function statusOf({ revokedAt, expiresAt }: ApiKey, now: number): KeyStatus {
  if (revokedAt !== Infinity) return "revoked";
  return now < expiresAt ? "active" : "expired";
}

function instantOrNull(instant: number): string | null {
  return Number.isFinite(instant) ? formatInstant(instant) : null;
}
