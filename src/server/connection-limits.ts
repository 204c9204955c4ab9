/** Limits on requests and unread answers, for one connection, for one client and for all connections of a server. */
export const CONNECTION_LIMITS = {
  /** Pipelined requests of one connection that are processed at the same time. */
  inProgress: 16,
  /**
   * Requests of one connection that wait to be processed. One more request ends an HTTP/1.1 connection. An HTTP/2 session ends after as
   * many refusals.
   */
  waiting: 250,
  /** Waiting requests at which the server stops reading from the connection. */
  pauseReadingAt: 32,
  /** Waiting requests of all connections. At one more, the connection with the most waiting requests is ended. */
  waitingInTotal: 10_000,
  /** Unread bytes of one connection at which its next request has to wait. */
  unreadBytes: 262_144,
  /** Requests of one client, on all its connections, that are processed at the same time. */
  inProgressPerClient: 32,
  /** Unread bytes of one client at which its next requests have to wait. */
  unreadBytesPerClient: 16_777_216,
  /** Unread bytes of all connections at which every request has to wait. */
  unreadBytesInTotal: 67_108_864,
  /** Seconds without progress after which a connection with unread bytes is ended. */
  stalledSeconds: 20,
  /** Shorter limit for the age of an answer, while `unreadBytesInTotal` or its client's limit is reached. */
  crowdedSeconds: 2,
};
