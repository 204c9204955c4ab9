/** What a key may be allowed to do. */
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

/** Scopes that reach what all keys share. A key has them only where they are named. */
const SHARED_SCOPES: readonly Scope[] = ["replay:main", "replay:faults", "admin"];

/** The scopes of a key for which none are named: they reach only what belongs to the key. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => !SHARED_SCOPES.includes(scope));
