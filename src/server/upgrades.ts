import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { STREAM_PATH } from "./base-path.ts";
import { authenticate } from "./authentication/authenticate.ts";
import { ApiError } from "./errors/api-error.ts";
import { apiErrorOf } from "./errors/error-of.ts";
import { answerRaw } from "./errors/raw-answer.ts";
import { countedHeaders } from "./headers/answer-headers.ts";
import { closingError } from "./guard.ts";
import type { AccessLine } from "./log/access-log.ts";
import { malformed } from "./malformed.ts";
import type { ServerContext } from "./server-context.ts";

/**
 * Answers requests for another protocol than HTTP. Those for a WebSocket on the path of the stream go to the stream; on any other path they are
 * refused. All others, such as for HTTP/2, are served as if they had not asked, which the protocol allows.
 */
export function takeUpgrades(server: Server, context: ServerContext, newRequestId: () => string): void {
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() !== "websocket") {
      serveWithout(server, request, socket, head);
      return;
    }
    const since = performance.now();
    // Whoever asked may be gone already.
    socket.on("error", () => socket.destroy());
    const path = (request.url ?? "").split("?", 1)[0]!;
    const open = context.lifecycle.closing ? undefined : context.openStream;
    if (path === STREAM_PATH && open !== undefined && malformed(request) === undefined) {
      open(request, socket, head, newRequestId());
    } else {
      refuse(context, request, socket, path, { requestId: newRequestId(), since });
    }
  });
  server.on("connect", (request: IncomingMessage, socket: Duplex) => {
    const since = performance.now();
    const requestId = newRequestId();
    socket.on("error", () => socket.destroy());
    const refusal = noProxy(request.url);
    answerRaw(socket, refusal, context.sessions.main.now, requestId);
    const { method, url } = request;
    context.accessLog?.note({ requestId, method, url, status: refusal.status, since });
  });
  // An expectation that is not known is no reason to refuse a request.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}

function refuse(
  context: ServerContext,
  request: IncomingMessage,
  socket: Duplex,
  path: string,
  { requestId, since }: Pick<AccessLine, "requestId" | "since">,
): void {
  const { failedAttempts, refusals, wallClock, sessions, lifecycle } = context;
  const address = request.socket.remoteAddress ?? "";
  let window = failedAttempts.of(address);
  let key: string | undefined;
  let refusal: ApiError;
  try {
    if (lifecycle.closing) throw closingError();
    const wrong = malformed(request);
    if (wrong !== undefined) throw wrong;
    const known = authenticate(context, request.headers.authorization, () => address);
    ({ window } = known);
    key = known.key.id;
    refusal = new ApiError("NOT_FOUND", "there is no stream at this path", { path, stream: STREAM_PATH });
  } catch (error) {
    refusal = apiErrorOf(error, requestId);
  }
  refusals.note(refusal);
  const headers = countedHeaders(requestId, window, wallClock());
  answerRaw(socket, refusal, sessions.main.now, requestId, headers);
  const { method, url } = request;
  context.accessLog?.note({ requestId, method, url, status: refusal.status, since, key });
}

/** The error of a request to be connected with another host. */
function noProxy(host = ""): ApiError {
  const allow = ["DELETE", "GET", "HEAD", "PATCH", "POST", "PUT"];
  const details = { method: "CONNECT", host, allow };
  const headers = { allow: allow.join(", ") };
  return new ApiError("METHOD_NOT_ALLOWED", "the server connects with no other one", details, { headers });
}

/** Gives the server the request again, without the wish for another protocol. */
function serveWithout(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  let text = `${method} ${url} HTTP/${httpVersion}\r\n`;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (!/^(upgrade|connection|http2-settings)$/i.test(name)) text += `${name}: ${rawHeaders[i + 1]}\r\n`;
  }
  socket.unshift(Buffer.concat([Buffer.from(`${text}\r\n`, "latin1"), head]));
  server.emit("connection", socket);
}
