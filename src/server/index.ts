// The served API: a recording as a market-data and trading service, embedded in an application or run as a server.
export { hindcast, hindcastOf, type HindcastOptions } from "./plugin.ts";
export { FASTIFY_OPTIONS } from "./new-fastify.ts";
export { buildServer, type HindcastServer } from "./build-server.ts";
export { buildAdminServer } from "./metrics/build-admin-server.ts";
export type { LogOutput, LogSettings, ServerSettings } from "./server-settings.ts";
export { StateStore } from "./store/state-store.ts";
export { ApiError } from "./errors/api-error.ts";
export { API_ERRORS, type ApiErrorCode } from "../schemas/api-error.ts";
export { SCOPES, type Scope } from "../schemas/scope.ts";
export { TIERS, type Tier } from "../schemas/tier.ts";
export type { ApiKey } from "./keys/api-key.ts";
export type { MarketDataSettings } from "./market-data/market-data-settings.ts";
export type { AccountSettings } from "./trading/exchange.ts";
export type { BacktestThreads, ServedStrategy } from "./backtests/backtest-spec.ts";
