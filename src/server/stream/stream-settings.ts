/** What the stream allows its clients. Times are milliseconds of the wall clock. */
export interface StreamSettings {
  /** In which a client that showed no key in its request must send one. */
  readonly authTimeoutMs: number;
  readonly heartbeatMs: number;
  /** After which a client that says nothing, not even a pong, is gone. */
  readonly silenceMs: number;
  readonly messagesPerSecond: number;
  readonly symbolsPerConnection: number;
  readonly connectionsPerKey: number;
  /** Connections of an address that have shown no key yet, beyond which its oldest one is let go; ten times as many of all addresses. */
  readonly unknownConnections: number;
  /** Bytes that wait for a client from which on it is told only the last quote of each symbol. */
  readonly conflateBytes: number;
  /** Bytes that wait for a client, and the time for which it is slow, beyond which it is let go. */
  readonly closeBytes: number;
  readonly slowMs: number;
  /** Messages that cannot be understood before a client is let go. */
  readonly faults: number;
  /** Between two looks at what only time changes. */
  readonly tickMs: number;
  /** Origins of pages that may open the stream, beside the server's own. */
  readonly origins: readonly string[];
}

export const STREAM_DEFAULTS: StreamSettings = Object.freeze({
  authTimeoutMs: 10_000,
  heartbeatMs: 20_000,
  silenceMs: 60_000,
  messagesPerSecond: 20,
  symbolsPerConnection: 500,
  connectionsPerKey: 5,
  unknownConnections: 200,
  conflateBytes: 1_048_576,
  closeBytes: 8_388_608,
  slowMs: 30_000,
  faults: 10,
  tickMs: 1_000,
  origins: [],
});
