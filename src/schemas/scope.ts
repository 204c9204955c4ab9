/** Permissions that an API key can have. */
export const SCOPES = [
  "market_data:read",
  "stream:read",
  "trading:read",
  "trading:write",
  "backtest",
  "replay:control",
  "replay:main",
  "replay:faults",
  "admin",
] as const;

export type Scope = (typeof SCOPES)[number];

/** Scopes for resources that all API keys share. A key has them only if they are requested. */
const SHARED_SCOPES: readonly Scope[] = ["replay:main", "replay:faults", "admin"];

/** Scopes of an API key if none are requested. They cover only resources of the key itself. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => !SHARED_SCOPES.includes(scope));
