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
