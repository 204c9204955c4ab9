import type { Socket } from "node:net";
import type { Connections } from "./connections.ts";
import { type ApiError, invalidParameters } from "./errors/api-error.ts";
import { answerRaw } from "./errors/raw-answer.ts";
import type { ServerContext } from "./server-context.ts";

/** Milliseconds in which a whole request must arrive. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** Milliseconds in which the headers of a request must arrive. */
export const HEADERS_TIMEOUT_MS = 10_000;

/** Handles an error of Node's HTTP parser on the connection where it occurred. */
type ParserErrorHandler = (error: Error & { readonly code?: string }, socket: Socket) => void;

/**
 * Creates a handler that answers invalid HTTP and requests that do not arrive in time. Clients match responses to requests by their order,
 * so complete earlier requests are answered first, and a request that was already refused gets no second response.
 */
export function parserErrorHandler(
  service: () => ServerContext,
  connections: Connections,
  newRequestId: () => string,
): ParserErrorHandler {
  const waiting = new WeakSet<Socket>();
  return (error, socket) => {
    // Does nothing if the client has disconnected, or if these data follow a message that already failed to parse.
    if (socket.destroyed || waiting.has(socket)) return;
    const refusal = apiErrorOf(error);
    const refuse = (): void => {
      const since = performance.now();
      const { sessions, accessLog } = service();
      const requestId = newRequestId();
      if (!answerRaw(socket, refusal, sessions.main.now, requestId)) return;
      // Browsers open spare connections that never send a byte, so these are not logged.
      if (socket.bytesRead > 0) accessLog?.note({ requestId, status: refusal.status, since });
    };
    const answer = connections.lastAnswerOn(socket);
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
      // The code that reads the body reports the error like any other problem of the body.
      answer.shouldKeepAlive = false;
      answer.req.emit("error", refusal);
    } else {
      // Nothing reads the body yet, since an injected fault delays the request.
      refuse();
    }
  };
}

function apiErrorOf({ code }: { readonly code?: string }): ApiError {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    const reason = `must arrive within ${REQUEST_TIMEOUT_MS / 1000} seconds, its headers within ${HEADERS_TIMEOUT_MS / 1000}`;
    return invalidParameters([{ in: "request", parameter: "", reason }], {}, { status: 408 });
  }
  return invalidParameters([{ in: "request", parameter: "", reason: `must be a valid HTTP message: ${String(code)}` }]);
}
