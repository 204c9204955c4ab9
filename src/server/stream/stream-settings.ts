/** Limits of the stream. Times are in milliseconds of the computer's clock. */
export interface StreamSettings {
  /** Time in which a client must send its API key in a message if its request had none. */
  readonly authTimeoutMs: number;
  readonly heartbeatMs: number;
  /** A client is disconnected after this time without any message, even a pong. */
  readonly silenceMs: number;
  readonly messagesPerSecond: number;
  readonly symbolsPerConnection: number;
  readonly connectionsPerKey: number;
  /**
   * Number of unauthenticated connections that an address may have; beyond it, its oldest one is closed. All addresses together may have
   * ten times as many.
   */
  readonly unknownConnections: number;
  /** Number of unread bytes from which a client receives only the last quote of each symbol. */
  readonly conflateBytes: number;
  /** Number of unread bytes, and time of being slow, beyond which a client is disconnected. */
  readonly closeBytes: number;
  readonly slowMs: number;
  /** Number of invalid messages after which a client is disconnected. */
  readonly faults: number;
  /** Time between two checks of timeouts. */
  readonly tickMs: number;
  /** Origins of web pages that may open the stream, in addition to the server's own pages. */
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
