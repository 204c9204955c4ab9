import type { OwnPart } from "../broker/own-part.ts";
import { checkOptions, type OptionNames } from "../primitives/check-options.ts";
import { checkNumber, checkInteger, parameterError } from "../primitives/check.ts";
import { LARGEST_INSTANT } from "../time/zone.ts";
import { FAILED_ATTEMPTS } from "./limits/rate-limits.ts";
import type { MarketDataSettings } from "./market-data/market-data-settings.ts";
import { BACKTEST_LIMIT_NAMES, type BacktestLimits } from "./backtests/backtest-limits.ts";
import type { BacktestThreads, ServedStrategy } from "./backtests/backtest-spec.ts";
import { SESSIONS_PER_KEY } from "./sessions/session-factory.ts";
import type { StateStore } from "./store/state-store.ts";
import { STREAM_DEFAULTS, type StreamSettings } from "./stream/stream-settings.ts";
import type { AccountSettings } from "./trading/exchange.ts";
import { MOST_OPEN_ORDERS } from "./trading/order-refused.ts";
import { SPEEDS } from "../schemas/replay.ts";

/** Where log lines go; standard output unless said otherwise. */
export interface LogOutput {
  /** Takes a line with its end, or several where lines are joined. */
  write(lines: string): unknown;
  /** Characters that it holds, of a stream: beyond 4 MiB lines are lost, until it drains and a line says how many they were. */
  readonly writableLength?: number;
  once?(event: "drain", listener: () => void): unknown;
}

export interface LogSettings {
  /** `info` writes a line for every request, `warn` only what goes wrong. */
  readonly level: "info" | "warn" | "error";
  readonly output?: LogOutput;
  /**
   * Milliseconds for which lines of requests may be kept back to be written together; each is written at once when left out. What goes wrong is
   * written at once, and so is what is left when the server closes or the process exits.
   */
  readonly joinMs?: number;
}

/** How a recording is served. */
export interface ServerSettings {
  /**
   * Market time at the start: epoch milliseconds, or a date or time such as `2023-12-15T12:00`, without an offset one of the main calendar's exchange.
   * Just before the open of the last recorded session of that calendar when left out.
   */
  readonly start?: number | string;
  /** Nothing later happens; all that was recorded does when left out. Epoch milliseconds. */
  readonly end?: number;
  /** Market seconds in a second, or `max` for as fast as it goes; 1 when left out, 0 stands still. */
  readonly speed?: number | "max";
  /** How the accounts of keys fill and count: settings of a run; its defaults when left out. */
  readonly trading?: AccountSettings;
  /** Parts of the execution model that settings of sessions may name, as `{ model: "custom", name }`; those of `trading` when left out. */
  readonly models?: Readonly<Record<string, OwnPart>>;
  /** Orders that cannot rest while the market is closed are refused, which they are when left out, or wait for its next session. */
  readonly closedMarketPolicy?: "refuse" | "queue";
  /** Strategies that backtests may name; none when left out. */
  readonly strategies?: readonly ServedStrategy[];
  /** How backtests run; one at a time when left out. */
  readonly backtestThreads?: BacktestThreads;
  /** What a backtest may take, how many a key may have, and how long they are kept, where not by default. */
  readonly backtestLimits?: Partial<BacktestLimits>;
  /** The state, which the server closes with itself; one in memory when left out. */
  readonly store?: StateStore;
  /** An origin whose pages may call the API; none when left out. */
  readonly corsOrigin?: string;
  /**
   * Names of hosts by which requests may call the server, besides localhost and addresses; `*` for any. When left out, a server of its own that listens on a
   * loopback address allows no further name, and any other allows all.
   */
  readonly allowedHosts?: readonly string[];
  /** How market data are answered, where not by default. */
  readonly marketData?: Partial<MarketDataSettings>;
  /** What the stream allows its clients, where not by default. */
  readonly stream?: Partial<StreamSettings>;
  /** No log when left out. */
  readonly log?: LogSettings;
  /** Requests without a usable key that one address may send in a minute. */
  readonly failedAttemptLimit?: number;
  /**
   * Addresses and blocks of addresses (`10.0.0.0/8`) of proxies whose `X-Forwarded-For` is believed; none when left out, or for the plugin those that the
   * application's `trustProxy` names. Clients are counted by the address that this leads to.
   */
  readonly trustedProxies?: readonly string[];
  /** Milliseconds by which the event loop may lag before requests are refused; no limit when left out or 0. */
  readonly maxEventLoopDelayMs?: number;
  /** Sessions with a clock of their own that one key may have at once, of the hundred that there may be. */
  readonly maxSessionsPerKey?: number;
  /** Open orders that one account may have. */
  readonly maxOpenOrders?: number;
  /** Counts what the server does, for `buildAdminServer`; nothing is counted when left out. */
  readonly metrics?: boolean;
  /** What time it really is; the host's clock when left out. */
  readonly wallClock?: () => number;
}

export const SERVER_DEFAULTS = {
  speed: 1,
  failedAttemptLimit: FAILED_ATTEMPTS,
  maxEventLoopDelayMs: 0,
  maxSessionsPerKey: SESSIONS_PER_KEY,
  maxOpenOrders: MOST_OPEN_ORDERS,
} as const;

/** Every one of them by name. */
export const SERVER_SETTINGS: OptionNames<ServerSettings> = {
  start: true,
  end: true,
  speed: true,
  trading: true,
  models: true,
  closedMarketPolicy: true,
  strategies: true,
  backtestThreads: true,
  backtestLimits: true,
  store: true,
  corsOrigin: true,
  allowedHosts: true,
  marketData: true,
  stream: true,
  log: true,
  failedAttemptLimit: true,
  trustedProxies: true,
  maxEventLoopDelayMs: true,
  maxSessionsPerKey: true,
  maxOpenOrders: true,
  metrics: true,
  wallClock: true,
};

/** Node's timers hold no more milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/** Throws SETTING_INVALID for a name that is none of `known`, and PARAMETER_OUT_OF_RANGE for a number that cannot be meant. */
export function checkServerSettings(
  what: string,
  settings: ServerSettings,
  known: Readonly<Record<string, true>> = SERVER_SETTINGS,
): void {
  checkOptions(what, settings, known as OptionNames<ServerSettings>);
  const { start, end, speed, failedAttemptLimit, maxEventLoopDelayMs, maxSessionsPerKey, maxOpenOrders } = settings;
  if (start !== undefined && typeof start !== "string") checkInstant("start", start);
  if (end !== undefined && end !== Infinity) checkInstant("end", end);
  if (speed !== undefined && speed !== "max" && !(Number.isFinite(speed) && speed >= 0 && speed <= SPEEDS.most))
    throw parameterError("speed", `"max", or market seconds per real second from 0 to ${SPEEDS.most}`, speed);
  if (failedAttemptLimit !== undefined) checkInteger("failedAttemptLimit", failedAttemptLimit);
  if (maxEventLoopDelayMs !== undefined) checkNumber("maxEventLoopDelayMs", maxEventLoopDelayMs, 0, LONGEST_MS);
  if (maxSessionsPerKey !== undefined) checkInteger("maxSessionsPerKey", maxSessionsPerKey);
  if (maxOpenOrders !== undefined) checkInteger("maxOpenOrders", maxOpenOrders);
  if (settings.log?.joinMs !== undefined) checkNumber("log.joinMs", settings.log.joinMs, 0, LONGEST_MS);
  if (settings.backtestThreads !== undefined)
    checkInteger("backtestThreads.threads", settings.backtestThreads.threads, 0);
  checkOptions("backtestLimits", settings.backtestLimits ?? {}, BACKTEST_LIMIT_NAMES);
  for (const [name, value] of Object.entries(settings.backtestLimits ?? {}))
    if (value !== undefined && !(Number.isFinite(value) && value > 0))
      throw parameterError(`backtestLimits.${name}`, "a finite number above 0", value);
  for (const [name, value] of Object.entries(settings.stream ?? {})) {
    const initial = STREAM_DEFAULTS[name as keyof StreamSettings];
    if (typeof initial !== "number" || value === undefined) continue;
    checkInteger(`stream.${name}`, value, 1, name.endsWith("Ms") ? LONGEST_MS : undefined);
  }
}

function checkInstant(name: string, value: unknown): void {
  if (typeof value === "number" && Math.abs(value) <= LARGEST_INSTANT) return;
  throw parameterError(name, "an instant in milliseconds since 1970, such as Date.UTC(2023, 11, 15, 17)", value);
}
