/** Limits on requests and on responses that clients leave unread: for one connection, for one client and for a whole server. */
export const CONNECTION_LIMITS = {
  /** Number of pipelined requests of one connection that are processed at the same time. */
  inProgress: 16,
  /**
   * Number of requests of one connection that may wait. A further request ends an HTTP/1.1 connection. An HTTP/2 session ends after as many
   * refusals.
   */
  waiting: 250,
  /** Number of waiting requests at which the server stops reading from the connection. */
  pauseReadingAt: 32,
  /** Number of waiting requests of all connections. A further request ends the connection with the most waiting requests. */
  waitingInTotal: 10_000,
  /** Unread bytes of one connection from which its next request has to wait. */
  unreadBytes: 262_144,
  /** Number of requests of one client, on all its connections, that are processed at the same time. */
  inProgressPerClient: 32,
  /** Unread bytes of one client from which its next requests have to wait. */
  unreadBytesPerClient: 16_777_216,
  /** Unread bytes of all connections from which every request has to wait. */
  unreadBytesInTotal: 67_108_864,
  /** Seconds without progress after which a connection with unread bytes is ended. */
  stalledSeconds: 20,
  /** Shorter limit in seconds for the age of a response, while `unreadBytesInTotal` or the limit of its client is reached. */
  crowdedSeconds: 2,
};
