/** What a key may be allowed to do. */
export const SCOPES = [
  "market_data:read",
  "stream:read",
  "trading:read",
  "trading:write",
  "backtest",
  "replay:control",
  "admin",
] as const;

export type Scope = (typeof SCOPES)[number];

/** What a key may do for which nothing is said: everything but to make keys. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== "admin");
