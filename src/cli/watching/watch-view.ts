import type { StreamMessage } from "../../schemas/stream-message.ts";
import type { Terminal } from "../terminal.ts";
import type { WatchedMarket } from "./watched-market.ts";

/** A view that shows a watched market. */
export interface WatchView {
  /** Minimum milliseconds between two quotes of a symbol; by default all quotes are shown. */
  readonly conflateMs?: number;
  /** When the account is read: never, after account events, or also as the market moves. */
  readonly readsAccount: "never" | "when changed" | "as it moves";
  /** Called after a message was applied to the market. `isNews` is false if it repeats known facts. */
  handle(message: StreamMessage, isNews: boolean): void;
  /** Called after the account was read again. */
  accountUpdated(): void;
  /** Called with a problem of the connection, and with undefined when it is solved. */
  showProblem(text: string | undefined): void;
  /** Shows the final state and restores the terminal. May be called twice. */
  close(): void;
}

/** The watched market. */
export interface Watched {
  readonly market: WatchedMarket;
  readonly symbols: readonly string[];
  readonly session: string;
}

export type CreateView = (watched: Watched, terminal: Terminal) => WatchView;
