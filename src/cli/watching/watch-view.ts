import type { StreamMessage } from "../../schemas/stream-message.ts";
import type { Terminal } from "../../report/terminal/terminal.ts";
import type { WatchedMarket } from "./watched-market.ts";

/** A view that shows the market of a running server. */
export interface WatchView {
  /** Minimum milliseconds between two quotes of a symbol. By default all quotes are shown. */
  readonly conflateMs?: number;
  /** When the account is requested: never, after account events, or also when prices change. */
  readonly readsAccount: "never" | "when changed" | "as it moves";
  /** Called after a message was applied to the market. `isNews` is false if the message changed nothing to show. */
  handle(message: StreamMessage, isNews: boolean): void;
  /** Called after the account was requested again. */
  accountUpdated(): void;
  /** Called with a problem of the connection, and with undefined when the problem is solved. */
  showProblem(text: string | undefined): void;
  /** Shows the final state and restores the terminal. May be called twice. */
  close(): void;
}

/** A watched market, with its symbols and its session. */
export interface Watched {
  readonly market: WatchedMarket;
  readonly symbols: readonly string[];
  readonly session: string;
}

export type CreateView = (watched: Watched, terminal: Terminal) => WatchView;
