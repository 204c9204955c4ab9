import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { BacktestService } from "./backtests/backtest-service.ts";
import type { ServicePaths } from "./base-path.ts";
import type { HostRule } from "./host-rule.ts";
import type { FaultPlans } from "./faults/fault-plan.ts";
import type { ClientAddresses } from "./limits/client-addresses.ts";
import type { FailedAttempts, Refusals } from "./limits/rate-limits.ts";
import type { KeyRing } from "./keys/key-ring.ts";
import type { AccessLine } from "./log/add-log.ts";
import type { BarCache } from "./market-data/bar-cache.ts";
import type { MarketDataSettings } from "./market-data/market-data-settings.ts";
import type { SessionFactory } from "./sessions/session-factory.ts";
import type { Sessions } from "./sessions/sessions.ts";
import type { StateStore } from "./store/state-store.ts";
import type { StreamHub } from "./stream/stream-hub.ts";

/** The objects that all parts of a server share. The recording is not among them, since sessions return views of it. */
export interface ServerContext {
  readonly paths: ServicePaths;
  readonly sessions: Sessions;
  /** Creates sessions in addition to the main one. */
  readonly replay: SessionFactory;
  /** Number of open orders that one account may have. */
  readonly maxOpenOrders: number;
  readonly keys: KeyRing;
  readonly store: StateStore;
  readonly failedAttempts: FailedAttempts;
  /** Checks the host that a request names. */
  readonly hostRule: HostRule;
  readonly clients: ClientAddresses;
  readonly refusals: Refusals;
  readonly marketData: MarketDataSettings;
  /** JSON of bars from earlier responses. */
  readonly barCache: BarCache;
  readonly backtests: BacktestService;
  /** Injected faults of all sessions. */
  readonly faults: FaultPlans;
  /** Returns real time in epoch milliseconds: for limits, expiry of keys and logs, never for the market. */
  readonly wallClock: () => number;
  readonly lifecycle: Lifecycle;
  /** Admin servers, which close together with this server. */
  readonly attachedServers: { close(): PromiseLike<unknown> }[];
  /** Metrics of the server; undefined unless the setting `metrics` is true. */
  metrics: ServerMetrics | undefined;
  /** Logs requests that pass no hook of Fastify; undefined if requests are not logged. */
  accessLog: { note(line: AccessLine): void } | undefined;
  /** Opens the stream on a connection; set by `addStream`. */
  openStream: StreamOpener | undefined;
  /** The clients of the stream; `addStream` sets it. */
  stream: StreamHub | undefined;
}

/** Takes over a connection on which a client requests the stream, and answers requests that it refuses. */
export type StreamOpener = (request: IncomingMessage, socket: Duplex, head: Buffer, requestId: string) => void;

/** Metrics of a server. */
export interface ServerMetrics {
  /** Content type of `text`. */
  readonly contentType: string;
  /** Returns all current metrics in the Prometheus text format. */
  text(): Promise<string>;
}

/** Whether the server accepts requests at present. */
export interface Lifecycle {
  closing: boolean;
  /** Whether the event loop was delayed at the last check. */
  lagging: boolean;
}
