/** Why the server closes a connection. 1002, 1007 and 1009 are given by the protocol itself. */
export const CLOSE = {
  /** The session is over. */
  ended: 1000,
  /** The server is shutting down. */
  goingAway: 1001,
  /** A frame that is no text. */
  unsupported: 1003,
  internal: 1011,
  /** The client reads too slowly. */
  tryAgain: 1013,
  /** Too much that cannot be understood. */
  malformed: 4400,
  unauthenticated: 4401,
  forbidden: 4403,
  /** It has shown its key, and there is no session of the name that it asked for. */
  notFound: 4404,
  /** It said nothing for too long. */
  timeout: 4408,
  tooMany: 4429,
} as const;

export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE];
