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
