import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { BacktestDesk } from "./backtests/backtest-desk.ts";
import type { Place } from "./base-path.ts";
import type { HostRule } from "./host-rule.ts";
import type { FaultDesk } from "./faults/fault-plan.ts";
import type { ClientAddresses } from "./limits/client-addresses.ts";
import type { FailedAttempts, Refusals } from "./limits/rate-limits.ts";
import type { KeyRing } from "./keys/key-ring.ts";
import type { AccessLine } from "./log/add-log.ts";
import type { BarSlabs } from "./market-data/bar-slabs.ts";
import type { MarketDataSettings } from "./market-data/market-data-settings.ts";
import type { SessionFactory } from "./sessions/session-factory.ts";
import type { Sessions } from "./sessions/sessions.ts";
import type { StateStore } from "./store/state-store.ts";
import type { StreamHub } from "./stream/stream-hub.ts";

/** What the parts of one server share. The recording is not among it: a session answers with views of it. */
export interface ServerContext {
  readonly place: Place;
  readonly sessions: Sessions;
  /** Makes sessions beside the main one. */
  readonly replay: SessionFactory;
  /** Open orders that one account may have. */
  readonly maxOpenOrders: number;
  readonly keys: KeyRing;
  readonly store: StateStore;
  readonly failedAttempts: FailedAttempts;
  /** By which names it may be called. */
  readonly hosts: HostRule;
  readonly clients: ClientAddresses;
  readonly refusals: Refusals;
  readonly marketData: MarketDataSettings;
  /** Bars that were answered before, as bytes. */
  readonly barSlabs: BarSlabs;
  readonly backtests: BacktestDesk;
  /** Faults that clients asked to meet. */
  readonly faults: FaultDesk;
  /** What time it really is, epoch milliseconds: for limits, expiry of keys and logs, never for the market. */
  readonly wallClock: () => number;
  readonly lifecycle: Lifecycle;
  /** What ends with the server. */
  readonly besides: { close(): PromiseLike<unknown> }[];
  /** What it counts of itself; undefined for a server that counts nothing. */
  metrics: ServerMetrics | undefined;
  /** Takes the line of a request that no hook of Fastify sees; undefined for a server that logs none. */
  accessLog: { note(line: AccessLine): void } | undefined;
  /** Opens the stream on a connection; set by what serves the stream. */
  openStream: StreamOpener | undefined;
  /** The clients of the stream; set by what serves it. */
  stream: StreamHub | undefined;
}

/** Takes a connection over that asked for a WebSocket on the path of the stream. It answers whoever may not have one. */
export type StreamOpener = (request: IncomingMessage, socket: Duplex, head: Buffer, requestId: string) => void;

/** What a server counts of itself. */
export interface ServerMetrics {
  /** Of the text. */
  readonly contentType: string;
  /** All metrics at this moment, in the text format of Prometheus. */
  text(): Promise<string>;
}

/** Whether the server takes requests. */
export interface Lifecycle {
  closing: boolean;
  /** It had too much to do a moment ago. */
  lagging: boolean;
}
