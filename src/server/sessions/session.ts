import type { CustomPart } from "../../broker/custom-part.ts";
import type { MarketView, ViewPhase } from "../../market/market-view.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import type { RunTerms } from "../../schemas/replay.ts";
import type { StepKind } from "../../schemas/steps.ts";
import type { MarketHistory } from "../../data/view/market-history.ts";
import type { Interval } from "../../time/interval.ts";
import type { Accounts } from "../trading/accounts.ts";
import type { AccountSettings } from "../trading/exchange.ts";
import type { Journal } from "../trading/journal.ts";
import type { SessionStore } from "../trading/session-store.ts";
import type { ClockEvent, SessionEvents } from "./session-event.ts";
import type { SessionTerms, Speed } from "./session-terms.ts";

/** A replay of the recording with one simulated clock, which every request to the session uses. Time never goes back within an epoch. */
export interface ReplaySession {
  readonly id: string;
  /** Current market time in epoch milliseconds. */
  readonly now: number;
  /** Phase of the current market time up to which events have been processed. */
  readonly phase: ViewPhase;
  /** Number that increases when the session restarts, for example by seeking backwards. */
  readonly epoch: number;
  /** Whether one client advances the session step by step. The client's acknowledgments do not count against the hourly limit. */
  readonly lockstep: boolean;
  /** Accounts of the session at its current market time, one per API key. */
  readonly accounts: Accounts;
  /** Whether orders that cannot rest while the market is closed wait for the next trading session instead of being refused. */
  readonly queuesWhileClosed: boolean;
  /** Events of the session, in order. */
  readonly events: SessionEvents;
  /** State of the session's clock. */
  readonly clock: ClockEvent;
  /** Moves the clock; undefined for a lockstep session. */
  readonly control?: SessionControl;
  /** Data that a client needs to run a strategy over the session's bars; only for a lockstep session. */
  readonly run?: RunTerms;
  /**
   * What happens if a stream client reads slowly: it gets fewer messages (`conflate`, the default), or the clock waits for it (`pause`).
   */
  readonly backpressure?: "conflate" | "pause";
  /** Accepts the stream connection that advances the session; only for a lockstep session. */
  readonly gate?: LockstepGate;
  /** Symbols to which clients may subscribe before they are listed. */
  readonly symbols?: ReadonlySet<string>;
  /**
   * Returns the market at the current time, or at an earlier instant. A view of the current instant contains only what has happened so far.
   */
  view(asOf?: number): MarketView;
  /** Returns a copy of the session at the same market time, with the same accounts and commands. */
  fork(source: SessionSource, id: string): ReplaySession;
  /** Stores the session's market time and stops its clock. */
  close(): void;
}

/** Controls the clock of a session. A request that the state of the clock does not allow throws REPLAY_STATE. */
export interface SessionControl {
  /** Market time after which nothing happens: the end of the session or of the recording. */
  readonly end: number;
  /** Starts the session again with new terms. The clock must be paused. */
  start(terms: SessionTerms): void;
  pause(): void;
  resume(): void;
  setSpeed(speed: Speed): void;
  /** Advances by a number of steps. The clock must be paused. */
  step(by: StepKind, count: number): void;
  /** Advances to an instant and processes everything that happens at it. The clock must be paused. */
  advanceTo(time: number): void;
  /** Moves the clock to an instant. Going back starts the session again without its accounts. */
  seek(time: number): void;
}

/** A stream connection, as a session sees it. */
export interface StreamPeer {
  /** Number of the connection, counted from 1. */
  readonly id: number;
  /** Id of the client's API key. */
  readonly keyId: string;
  /** Owner of the accounts and backtests of the client's API key. */
  readonly owner: string;
  /** Sequence number of the last data message sent to the client; 0 before the first. */
  readonly seq: number;
}

/** Decides which stream connection advances a lockstep session. */
export interface LockstepGate {
  /** Accepts an authenticated connection. Throws an ApiError if the session already has one. */
  attach(peer: StreamPeer): void;
  /** Takes note that the client has processed all messages up to `seq`. Throws an ApiError for a number that was not sent. */
  acknowledge(peer: StreamPeer, seq: number): void;
  /** Releases a closed connection. */
  detach(peer: StreamPeer): void;
}

/** The recording that a session replays, and the database that stores the session. */
export interface SessionSource {
  readonly marketHistory: MarketHistory;
  readonly market: RecordedMarket;
  /** Checksum of the recording. */
  readonly checksum: string;
  readonly store: SessionStore;
  readonly journal: Journal;
  /** Returns real time in epoch milliseconds. */
  readonly wallClock: () => number;
  /** Custom models that settings may name. */
  readonly models: Readonly<Record<string, CustomPart>>;
}

export interface SessionOptions {
  readonly id: string;
  /** Market time at the start, epoch milliseconds; by default just before the last recorded session. */
  readonly start?: number | undefined;
  /** Market time after which nothing happens; by default the end of the recording. */
  readonly end?: number | undefined;
  /** Market seconds per real second; with 0 the clock is paused. */
  readonly speed: Speed;
  /** Settings of the accounts; those of a backtest by default. */
  readonly settings?: AccountSettings | undefined;
  /** What happens to orders that cannot rest while the market is closed: they are refused, or wait for the next trading session. */
  readonly closedMarketPolicy?: "refuse" | "queue" | undefined;
  /** Symbols that can be traded; all by default. */
  readonly symbols?: readonly string[] | undefined;
  readonly interval?: Interval | undefined;
  /** What happens if a stream client reads slowly: it gets fewer messages, or the clock waits for it. */
  readonly backpressure?: "conflate" | "pause" | undefined;
}
