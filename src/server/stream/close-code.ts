/** Codes with which the server closes a stream connection. The WebSocket protocol itself defines 1002, 1007 and 1009. */
export const CLOSE = {
  /** The session has ended. */
  ended: 1000,
  /** The server is shutting down. */
  goingAway: 1001,
  /** A frame from the client is not text. */
  unsupported: 1003,
  internal: 1011,
  /** The client reads too slowly. */
  tryAgain: 1013,
  /** The client sent too many invalid messages. */
  malformed: 4400,
  unauthenticated: 4401,
  forbidden: 4403,
  /** The key is valid, but the requested session does not exist. */
  notFound: 4404,
  /** The client sent nothing for too long. */
  timeout: 4408,
  tooMany: 4429,
} as const;

export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE];
