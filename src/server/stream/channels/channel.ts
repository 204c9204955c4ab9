import type { Scope } from "../../../schemas/scope.ts";
import type { RejectedSymbol } from "../../../schemas/stream-message.ts";
import type { StreamChannel, StreamSubscribe } from "../../../schemas/stream-request.ts";
import type { Interval } from "../../../time/interval.ts";
import type { Connection } from "../connection.ts";
import type { DataMessage } from "../data-message.ts";

/** What came of a wish to be told of something. */
export interface Subscribed {
  readonly accepted: Iterable<string>;
  readonly rejected: readonly RejectedSymbol[];
  /** What the client is told first: what it has missed, or how things stand. */
  readonly begin: readonly DataMessage[];
}

/** A subscription as it is listed. */
export interface Listed {
  channel: StreamChannel;
  symbols: string[];
  interval?: Interval;
}

/** One kind of thing that clients are told of. */
export interface Channel {
  /** What a key must be allowed to do, beside reading the stream. */
  readonly scope?: Scope;
  readonly needsSymbols: boolean;
  /** Members of a subscription that mean something for it, beside those that all take. */
  readonly takes: readonly string[];
  /** Throws an ApiError and changes nothing for what cannot be. */
  subscribe(connection: Connection, request: StreamSubscribe): Subscribed;
  /** Of all symbols when none are given. Returns those that were told of until now. */
  unsubscribe(connection: Connection, symbols: ReadonlySet<string> | undefined, interval?: Interval): Iterable<string>;
  list(connection: Connection): Listed[];
}
