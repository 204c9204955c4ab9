import type { ClockEvent, SessionEvents } from "./session-event.ts";
import type { RunTerms } from "../../schemas/replay.ts";
import type { SessionControl } from "./session-control.ts";
import type { LockstepGate } from "./lockstep-gate.ts";
import type { SessionSource } from "./session-options.ts";
import type { Accounts } from "../trading/accounts.ts";
import type { MarketView, ViewPhase } from "../../market/market-view.ts";

/**
 * A replay of the recording: one virtual clock, read by every request that names it. Its position never moves back within an epoch.
 */
export interface ReplaySession {
  readonly id: string;
  /** Market time, epoch milliseconds. */
  readonly now: number;
  /** How far the events of `now` have come. */
  readonly phase: ViewPhase;
  /** Rises when the session begins anew, as it does at an earlier moment. */
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
