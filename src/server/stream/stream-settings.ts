/** Limits of the stream. Times are milliseconds of the real clock. */
export interface StreamSettings {
  /** Time within which a client that sent no key in its request must send one. */
  readonly authTimeoutMs: number;
  readonly heartbeatMs: number;
  /** Time without any message, even a pong, after which a client is disconnected. */
  readonly silenceMs: number;
  readonly messagesPerSecond: number;
  readonly symbolsPerConnection: number;
  readonly connectionsPerKey: number;
  /**
   * Unauthenticated connections per address, beyond which the oldest is disconnected. For all addresses together the limit is ten times as
   * high.
   */
  readonly unknownConnections: number;
  /** Unread bytes of a client at which it receives only the last quote of each symbol. */
  readonly conflateBytes: number;
  /** Unread bytes, and time of being slow, beyond which a client is disconnected. */
  readonly closeBytes: number;
  readonly slowMs: number;
  /** Invalid messages after which a client is disconnected. */
  readonly faults: number;
  /** Interval of timeout checks. */
  readonly tickMs: number;
  /** Origins of pages that may open the stream, in addition to the server's own. */
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
