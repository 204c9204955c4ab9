import type { Key, ServedKey } from "../../../schemas/key.ts";
import { DEFAULT_SCOPES, type Scope, SCOPES } from "../../../schemas/scope.ts";
import { numberText } from "../../report/number-text.ts";

const DAY_MS = 86_400_000;

/** Choices for the expiry of a new API key. `on` means the end of a day that the user chooses. */
export const LIFETIMES = [
  { name: "never", title: "Never", days: undefined },
  { name: "7d", title: "In 7 days", days: 7 },
  { name: "30d", title: "In 30 days", days: 30 },
  { name: "90d", title: "In 90 days", days: 90 },
  { name: "365d", title: "In a year", days: 365 },
  { name: "on", title: "At the end of a day (UTC)", days: undefined },
] as const;

export type Lifetime = (typeof LIFETIMES)[number]["name"];

/**
 * Returns the expiry of an API key in ISO 8601; undefined for never. `date` is the chosen day if the lifetime is `on`, such as
 * `2031-01-31`.
 */
export function expiryOf(lifetime: Lifetime, date: string, now: number): string | undefined {
  if (lifetime === "on") return `${date}T23:59:59Z`;
  const days = LIFETIMES.find(({ name }) => name === lifetime)?.days;
  return days === undefined ? undefined : new Date(now + days * DAY_MS).toISOString();
}

/** Choices for how long a rotated API key stays valid, in seconds. */
export const GRACE_PERIODS = [
  { seconds: 0, title: "Immediately" },
  { seconds: 3_600, title: "In an hour" },
  { seconds: 86_400, title: "In a day" },
  { seconds: 604_800, title: "In a week" },
] as const;

/** Description of each scope of an API key. */
export const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  "market_data:read": "read quotes, history and options",
  "stream:read": "open the real-time stream",
  "trading:read": "read the key's account and orders",
  "trading:write": "place and change orders",
  backtest: "run backtests",
  "replay:control": "create sessions and control their clocks",
  "replay:main": "control the main clock, for all keys",
  "replay:faults": "inject faults",
  admin: "generate, rotate and revoke all keys",
};

/** Short text for the scopes of an API key. */
export function scopesText(scopes: readonly Scope[]): string {
  if (scopes.length === SCOPES.length) return "all";
  const isDefault = scopes.length === DEFAULT_SCOPES.length && DEFAULT_SCOPES.every((scope) => scopes.includes(scope));
  return isDefault ? "default" : scopes.join(", ");
}

/** Text for the status of an API key, and until when the key is valid. */
export function statusText({ status, expires_at, revoked_at, replaced_by }: Key): string {
  if (status === "revoked") return `Revoked ${utcText(revoked_at!)}${replaced_by === null ? "" : ", replaced"}`;
  if (status === "expired") return `Expired ${utcText(expires_at!)}`;
  const until = expires_at === null ? "" : ` until ${utcText(expires_at)}`;
  return `Active${until}${replaced_by === null ? "" : ", replaced"}`;
}

/** Text for the requests of the current hour and their limit, such as `1,204 of 10,000`. */
export function windowText({ limits, window }: Pick<ServedKey, "limits" | "window">): string {
  const used = numberText(window.requests, 0);
  return limits.requests === null ? used : `${used} of ${numberText(limits.requests, 0)}`;
}

/** Formats a time to the minute in UTC, such as `2031-01-31 09:41 UTC`. */
export function utcText(instant: string): string {
  return `${instant.slice(0, 16).replace("T", " ")} UTC`;
}
