import type { StreamMessage } from "../../schemas/stream-message.ts";
import type { Terminal } from "../terminal.ts";
import type { WatchedMarket } from "./watched-market.ts";

/** How what is watched is shown. */
export interface WatchFace {
  /** At most one quote of a symbol in so many milliseconds; all of them when left out. */
  readonly conflateMs?: number;
  /** When the account is read: never, when something happened in it, or as the market moves. */
  readonly readsAccount: "never" | "when changed" | "as it moves";
  /** A message was taken into the market. `isNews` unless it says what was known. */
  told(message: StreamMessage, isNews: boolean): void;
  /** The account of the market was read again. */
  accountRead(): void;
  /** Something is wrong with the connection; nothing any more where undefined. */
  trouble(text: string | undefined): void;
  /** Nothing comes any more: shows how things stand, and gives the terminal back. May be said twice. */
  close(): void;
}

/** What is watched. */
export interface Watched {
  readonly market: WatchedMarket;
  readonly symbols: readonly string[];
  readonly session: string;
}

export type NewFace = (watched: Watched, terminal: Terminal) => WatchFace;
