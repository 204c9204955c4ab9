import type { OwnPart } from "../../broker/own-part.ts";
import type { MarketView, ViewPhase } from "../../market/market-view.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import type { RunTerms } from "../../schemas/replay.ts";
import type { StepKind } from "../../schemas/steps.ts";
import type { MarketTape } from "../../data/view/market-tape.ts";
import type { Interval } from "../../time/interval.ts";
import type { Accounts } from "../trading/accounts.ts";
import type { AccountSettings } from "../trading/exchange.ts";
import type { Journal } from "../trading/journal.ts";
import type { SessionStore } from "../trading/session-store.ts";
import type { ClockEvent, SessionEvents } from "./session-event.ts";
import type { SessionTerms, Speed } from "./session-terms.ts";

/** A replay of the recording: one simulated clock, used by every request to the session. Time never goes back within an epoch. */
export interface ReplaySession {
  readonly id: string;
  /** Market time, epoch milliseconds. */
  readonly now: number;
  /** Phase of `now` up to which events have been processed. */
  readonly phase: ViewPhase;
  /** Increases when the session restarts, for example by seeking backwards. */
  readonly epoch: number;
  /** Whether one client advances the session step by step. Its acks do not count against the hourly limit. */
  readonly lockstep: boolean;
  /** Accounts of the session, one per key, at its position. */
  readonly accounts: Accounts;
  /** Whether orders that cannot rest while the market is closed wait for the next session instead of being refused. */
  readonly queuesWhileClosed: boolean;
  /** Events of the session, in order. */
  readonly events: SessionEvents;
  /** State of the session's clock. */
  readonly clock: ClockEvent;
  /** Moves the clock; undefined for a lockstep session. */
  readonly control?: SessionControl;
  /** Data that a strategy needs for a run over the session's bars; only for a lockstep session. */
  readonly run?: RunTerms;
  /** Whether slow readers of the stream get fewer messages (`conflate`, the default) or the clock waits for them (`pause`). */
  readonly backpressure?: "conflate" | "pause";
  /** Accepts the connection that advances the session; only for a lockstep session. */
  readonly gate?: LockstepGate;
  /** Symbols that clients may subscribe to before they are known. */
  readonly symbols?: ReadonlySet<string>;
  /**
   * Returns the market at the current time, or at an earlier instant. A view of the current instant contains only what has happened so far.
   */
  view(asOf?: number): MarketView;
  /** Returns a copy at the same position, with the same accounts and commands. */
  fork(source: SessionSource, id: string): ReplaySession;
  /** Stores the session's position and stops its clock. */
  close(): void;
}

/** Controls the clock of a session. Requests that its state does not allow throw an ApiError with the code REPLAY_STATE. */
export interface SessionControl {
  /** Market time after which nothing happens: the end of the session or of the recording. */
  readonly end: number;
  /** Restarts the session with new terms. The clock must be paused. */
  start(terms: SessionTerms): void;
  pause(): void;
  resume(): void;
  setSpeed(speed: Speed): void;
  /** Advances by a number of steps. The clock must be paused. */
  step(by: StepKind, count: number): void;
  /** Advances to an instant and processes it completely. The clock must be paused. */
  advanceTo(time: number): void;
  /** Goes to an instant. Going back restarts the session without its accounts. */
  seek(time: number): void;
}

/** A stream connection as a session uses it. */
export interface StreamPeer {
  /** Number of the connection, from 1. */
  readonly id: number;
  /** Id of the client's key. */
  readonly keyId: string;
  /** Owner of the accounts and backtests of the client's key. */
  readonly owner: string;
  /** Sequence number of the last data message sent to the client; 0 before the first. */
  readonly seq: number;
}

/** Lets one connection advance a lockstep session. */
export interface LockstepGate {
  /** Accepts an authenticated connection. Throws an ApiError if the session already has one. */
  attach(peer: StreamPeer): void;
  /** Acknowledges all messages up to `seq`. Throws an ApiError for a number that was not sent. */
  acknowledge(peer: StreamPeer, seq: number): void;
  /** Releases a closed connection. */
  detach(peer: StreamPeer): void;
}

/** The recording that a session replays, and the store that keeps the session. */
export interface SessionSource {
  readonly tape: MarketTape;
  readonly market: RecordedMarket;
  /** Checksum of the recording. */
  readonly checksum: string;
  readonly store: SessionStore;
  readonly journal: Journal;
  /** Real time, epoch milliseconds. */
  readonly wallClock: () => number;
  /** Parts of the execution model that settings may name. */
  readonly models: Readonly<Record<string, OwnPart>>;
}

export interface SessionOptions {
  readonly id: string;
  /** Market time at the start, epoch milliseconds; by default just before the last recorded session. */
  readonly start?: number | undefined;
  /** Market time after which nothing happens; by default the end of the recording. */
  readonly end?: number | undefined;
  /** Market seconds per real second; 0 pauses. */
  readonly speed: Speed;
  /** Settings of the accounts; the defaults of a run if left out. */
  readonly settings?: AccountSettings | undefined;
  /** Whether orders that cannot rest while the market is closed are refused, or wait for the next session. */
  readonly closedMarketPolicy?: "refuse" | "queue" | undefined;
  /** Symbols that can be traded; all by default. */
  readonly symbols?: readonly string[] | undefined;
  readonly interval?: Interval | undefined;
  /** Whether slow readers of the stream get fewer messages, or are waited for. */
  readonly backpressure?: "conflate" | "pause" | undefined;
}
