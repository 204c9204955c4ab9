import type { RecordedMarket } from "../../market/recorded-market.ts";
import type { MarketTape } from "../../tape/view/market-tape.ts";
import type { Interval } from "../../time/interval.ts";
import type { AccountSettings } from "../trading/exchange.ts";
import type { Journal } from "../trading/journal.ts";
import type { SessionStore } from "../trading/session-store.ts";
import type { Speed } from "./session-control.ts";

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
