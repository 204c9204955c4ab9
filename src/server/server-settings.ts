import type { CustomPart } from "../broker/custom-part.ts";
import { isStrategy } from "../engine/strategy.ts";
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
import { MAX_OPEN_ORDERS } from "./trading/order-errors.ts";
import { SPEEDS } from "../schemas/replay.ts";

/** Where log lines are written; standard output by default. */
export interface LogOutput {
  /** Writes one log line with its line break, or several lines at once. */
  write(lines: string): unknown;
  /**
   * Number of characters that a stream has buffered. Beyond 4 MiB log lines are dropped until the stream drains; a later line reports how
   * many.
   */
  readonly writableLength?: number;
  once?(event: "drain", listener: () => void): unknown;
}

export interface LogSettings {
  /** Lines to log: `info` logs every request, `warn` only problems. */
  readonly level: "info" | "warn" | "error";
  readonly output?: LogOutput;
  /**
   * Milliseconds for which lines about requests may be buffered and written together; by default each is written at once. Lines about
   * problems are always written at once, and buffered lines when the server closes or the process exits.
   */
  readonly joinMs?: number;
}

/** Settings that control how a recording is served. */
export interface ServerSettings {
  /**
   * Market time at the start: epoch milliseconds, or a date or time such as `2023-12-15T12:00`. Without an offset it is local time at the
   * main calendar's exchange. Default: just before the open of the last recorded session of that calendar.
   */
  readonly start?: number | string;
  /** Market time after which nothing happens, epoch milliseconds; the end of the recording by default. */
  readonly end?: number;
  /** Market seconds per real second, or `max` for as fast as possible; 1 by default. With 0 the clock is paused. */
  readonly speed?: number | "max";
  /** Settings of all accounts, as for a backtest. Settings that are left out have the same defaults as there. */
  readonly trading?: AccountSettings;
  /** Custom models that session settings may name as `{ model: "custom", name }`; by default those in `trading`. */
  readonly models?: Readonly<Record<string, CustomPart>>;
  /** What happens while the market is closed to an order that cannot rest: `refuse` (default), or `queue` for the next session. */
  readonly closedMarketPolicy?: "refuse" | "queue";
  /** Strategies that backtests may run; none by default. */
  readonly strategies?: readonly ServedStrategy[];
  /** How backtests run; one at a time by default. */
  readonly backtestThreads?: BacktestThreads;
  /** Limits of backtests: resources, number per key and retention. Merged with the defaults. */
  readonly backtestLimits?: Partial<BacktestLimits>;
  /** Database with the server's state, which the server closes; by default one in memory. */
  readonly store?: StateStore;
  /** Origin whose web pages may call the API; none by default. */
  readonly corsOrigin?: string;
  /**
   * Host names that requests may use, in addition to localhost and IP addresses; `*` for any. By default a server that listens on a
   * loopback address allows no others, and any other server allows all.
   */
  readonly allowedHosts?: readonly string[];
  /** Options of market data, merged with the defaults. */
  readonly marketData?: Partial<MarketDataSettings>;
  /** Limits of the stream, merged with the defaults. */
  readonly stream?: Partial<StreamSettings>;
  /** Log of the server; none by default. */
  readonly log?: LogSettings;
  /** Number of requests without a valid key that one address may send per minute. */
  readonly failedAttemptLimit?: number;
  /**
   * Proxies whose header `X-Forwarded-For` is trusted, as addresses or blocks of addresses such as `10.0.0.0/8`; none by default. The
   * plugin uses the application's `trustProxy` by default. The header gives the client address by which requests are counted.
   */
  readonly trustedProxies?: readonly string[];
  /** Milliseconds by which the event loop may be delayed before requests are refused. There is no limit by default or with 0. */
  readonly maxEventLoopDelayMs?: number;
  /** Number of sessions that one API key may create. All keys together may create one hundred. */
  readonly maxSessionsPerKey?: number;
  /** Number of open orders that one account may have. */
  readonly maxOpenOrders?: number;
  /** Collects metrics for `buildAdminServer`; off by default. */
  readonly metrics?: boolean;
  /** Returns real time in epoch milliseconds; the host's clock by default. */
  readonly wallClock?: () => number;
}

export const SERVER_DEFAULTS = {
  speed: 1,
  failedAttemptLimit: FAILED_ATTEMPTS,
  maxEventLoopDelayMs: 0,
  maxSessionsPerKey: SESSIONS_PER_KEY,
  maxOpenOrders: MAX_OPEN_ORDERS,
} as const;

/** Names of all server settings. */
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

/** Longest delay of a Node timer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Throws SETTING_INVALID for a name that is not in `known`, and PARAMETER_OUT_OF_RANGE for an invalid number or list of strategies. */
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
  checkStrategies(settings.strategies ?? []);
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

function checkStrategies(strategies: unknown): void {
  if (!Array.isArray(strategies))
    throw parameterError("strategies", "a list of { strategy, file, sourceHash }", strategies);
  for (const [at, given] of strategies.entries()) {
    const { strategy, file, sourceHash, exports = {} } = (given ?? {}) as Partial<ServedStrategy>;
    const name = `strategies[${at}]`;
    if (!isStrategy(strategy))
      throw parameterError(`${name}.strategy`, "a strategy that defineStrategy returned", strategy);
    if (typeof file !== "string") throw parameterError(`${name}.file`, "the path of the strategy's file", file);
    if (typeof sourceHash !== "string")
      throw parameterError(`${name}.sourceHash`, "the SHA-256 of the strategy's file, in hexadecimal", sourceHash);
    if (typeof exports !== "object" || exports === null)
      throw parameterError(`${name}.exports`, "the exports of the strategy's file", exports);
  }
}

function checkInstant(name: string, value: unknown): void {
  if (typeof value === "number" && Math.abs(value) <= LARGEST_INSTANT) return;
  throw parameterError(name, "an instant in milliseconds since 1970, such as Date.UTC(2023, 11, 15, 17)", value);
}
