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

/**
 * A replay of the recording: one virtual clock, read by every request that names it. Its position never moves back within an epoch.
 */
export interface ReplaySession {
  readonly id: string;
  /** Market time, epoch milliseconds. */
  readonly now: number;
  /** How far the events of `now` have come. */
  readonly phase: ViewPhase;
  /** Rises when the session restarts, as it does when it seeks backwards. */
  readonly epoch: number;
  /** A client moves it, step by step: its requests do not count against the hourly limit. */
  readonly lockstep: boolean;
  /** The accounts that trade in it, one a key; they stand where it stands. */
  readonly accounts: Accounts;
  /** Orders that cannot rest while the market is closed wait for its next session instead of being refused. */
  readonly queuesWhileClosed: boolean;
  /** What happens in it, in order. */
  readonly events: SessionEvents;
  /** Where its clock stands and how it moves. */
  readonly clock: ClockEvent;
  /** Moves it, where it is not moved by its client alone. */
  readonly control?: SessionControl;
  /** What a run over its bars must know, where `lockstep` holds. */
  readonly run?: RunTerms;
  /** Readers of the stream that do not keep up are told less, which is so when left out, or the clock waits for them. */
  readonly backpressure?: "conflate" | "pause";
  /** Takes the connection that moves it, where `lockstep` holds. */
  readonly gate?: LockstepGate;
  /** Symbols that may be subscribed before anything is known of them. */
  readonly symbols?: ReadonlySet<string>;
  /** The market as of now, or as of an earlier instant. Of the instant of now it tells what has happened of it by now. */
  view(asOf?: number): MarketView;
  /** Another session that stands where this one does, with the accounts and commands that led there. */
  fork(source: SessionSource, id: string): ReplaySession;
  /** Keeps where it stands, and moves no more. */
  close(): void;
}

/** How a session is moved by more than time passing. What makes no sense in its state throws an ApiError of code REPLAY_STATE. */
export interface SessionControl {
  /** Nothing later happens: its own end, or that of all that was recorded. */
  readonly end: number;
  /** Begins anew, with terms of its own. It must stand still. */
  start(terms: SessionTerms): void;
  pause(): void;
  resume(): void;
  setSpeed(speed: Speed): void;
  /** Goes on by so many steps. It must stand still. */
  step(by: StepKind, count: number): void;
  /** Goes on until after all that happens at an instant. It must stand still. */
  advanceTo(time: number): void;
  /** Goes to a moment; to an earlier one by beginning anew, without the accounts that there were. */
  seek(time: number): void;
}

/** A connection of the stream as a session sees it. */
export interface StreamPeer {
  /** Counts the connections of the server from 1. */
  readonly id: number;
  /** The key that it showed. */
  readonly keyId: string;
  /** By whose name its accounts and backtests go. */
  readonly owner: string;
  /** Of the last data message that it was sent; 0 before the first. */
  readonly seq: number;
}

/** How a session that moves only when it is told to takes the connection that tells it. */
export interface LockstepGate {
  /** A connection was opened and has shown its key. Throws an ApiError when the session has one already. */
  attach(peer: StreamPeer): void;
  /** It has worked off all messages up to one: the highest that it has seen. Throws an ApiError for one that was not sent. */
  acknowledge(peer: StreamPeer, seq: number): void;
  /** The connection is gone. */
  detach(peer: StreamPeer): void;
}

/** What a session replays and where it is kept. */
export interface SessionSource {
  readonly tape: MarketTape;
  readonly market: RecordedMarket;
  /** Checksum of the recording. */
  readonly checksum: string;
  readonly store: SessionStore;
  readonly journal: Journal;
  /** What time it really is, epoch milliseconds. */
  readonly wallClock: () => number;
  /** Parts of the execution model that settings may name. */
  readonly models: Readonly<Record<string, OwnPart>>;
}

export interface SessionOptions {
  readonly id: string;
  /** Market time at the start, epoch milliseconds; just before the last recorded session when left out. */
  readonly start?: number | undefined;
  /** Nothing later happens; all that was recorded when left out. */
  readonly end?: number | undefined;
  /** Market seconds in a second; 0 stands still. */
  readonly speed: Speed;
  /** How accounts fill and count; a run's defaults when left out. */
  readonly settings?: AccountSettings | undefined;
  /** Orders that cannot rest while the market is closed are refused, or wait for its next session. */
  readonly closedMarketPolicy?: "refuse" | "queue" | undefined;
  /** What can be traded; all that was recorded when left out. */
  readonly symbols?: readonly string[] | undefined;
  readonly interval?: Interval | undefined;
  /** Readers of the stream that do not keep up are told less, or waited for. */
  readonly backpressure?: "conflate" | "pause" | undefined;
}
