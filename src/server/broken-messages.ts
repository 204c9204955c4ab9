import type { Socket } from "node:net";
import type { Connections } from "./connections.ts";
import { type ApiError, invalidParameters } from "./errors/api-error.ts";
import { answerRaw } from "./errors/raw-answer.ts";
import type { ServerContext } from "./server-context.ts";

/** The longest that a request may take to arrive. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** The longest that its headers may take. */
export const HEADERS_TIMEOUT_MS = 10_000;

/** Takes an error of Node's parser, and the connection that it came on. */
type BrokenMessages = (error: Error & { readonly code?: string }, socket: Socket) => void;

/**
 * Answers what is no HTTP, or does not come in time. An answer on a connection is taken for that of the oldest request which has none, so each request that had come whole is
 * answered first, and one that was refused before it had come whole is not answered again.
 */
export function brokenMessages(
  service: () => ServerContext,
  connections: Connections,
  newRequestId: () => string,
): BrokenMessages {
  const waiting = new WeakSet<Socket>();
  return (error, socket) => {
    // Who asked is gone; or what has come is behind what was no HTTP, and is none either.
    if (socket.destroyed || waiting.has(socket)) return;
    const refusal = refusalOf(error);
    const refuse = (): void => {
      const since = performance.now();
      const { sessions, accessLog } = service();
      const requestId = newRequestId();
      if (!answerRaw(socket, refusal, sessions.main.now, requestId)) return;
      // Browsers open connections in advance, on which nothing may ever be said.
      if (socket.bytesRead > 0) accessLog?.note({ requestId, status: refusal.status, since });
    };
    const answer = connections.answerOn(socket);
    if (answer === undefined) {
      refuse();
    } else if (answer.req.complete) {
      waiting.add(socket);
      answer.once("close", () => {
        waiting.delete(socket);
        refuse();
      });
    } else if (answer.headersSent) {
      socket.end();
    } else if (answer.req.listenerCount("error") > 0) {
      // Who reads the body refuses it, as any other that is wrong.
      answer.shouldKeepAlive = false;
      answer.req.emit("error", refusal);
    } else {
      // Nobody reads it yet: it meets a fault that was asked for.
      refuse();
    }
  };
}

function refusalOf({ code }: { readonly code?: string }): ApiError {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    const reason = `must arrive within ${REQUEST_TIMEOUT_MS / 1000} seconds, its headers within ${HEADERS_TIMEOUT_MS / 1000}`;
    return invalidParameters([{ in: "request", parameter: "", reason }], {}, { status: 408 });
  }
  return invalidParameters([{ in: "request", parameter: "", reason: `must be a valid HTTP message: ${String(code)}` }]);
}
