import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { authenticate } from "./authentication/authenticate.ts";
import { connectionsOf } from "./connections.ts";
import { ApiError } from "./errors/api-error.ts";
import { apiErrorOf } from "./errors/error-of.ts";
import { answerRaw } from "./errors/raw-answer.ts";
import { countedHeaders } from "./headers/answer-headers.ts";
import { closingError } from "./guard.ts";
import { pathOf } from "./known-paths.ts";
import type { AccessLine } from "./log/add-log.ts";
import { malformed } from "./malformed.ts";
import type { ServerContext } from "./server-context.ts";

/** Takes the requests for a WebSocket on some paths of a server. */
interface Taker {
  takes(path: string): boolean;
  take(request: IncomingMessage, socket: Duplex, head: Buffer, path: string): void;
}

/** The takers of each server: several services may share one. */
const TAKERS = new WeakMap<Server, Set<Taker>>();

/**
 * Answers requests for a WebSocket under the versioned root of a service: those on the path of the stream open it, all others are refused. `takesRest` says
 * whether it also answers other paths for which nothing else listens. Returns a function that ends this.
 */
export function takeUpgrades(
  server: Server,
  context: ServerContext,
  newRequestId: (request: IncomingMessage) => string,
  takesRest: boolean,
): () => void {
  const { base, stream } = context.place;
  const refusal = (request: IncomingMessage): ApiError | undefined =>
    malformed(request) ?? context.hosts(request.headers.host, server);
  const takers = takersOf(server);
  const taker: Taker = {
    takes: (path) =>
      path === base || path.startsWith(`${base}/`) || (takesRest && server.listenerCount("upgrade") === 1),
    take(request, socket, head, path) {
      const since = performance.now();
      const open = context.lifecycle.closing ? undefined : context.openStream;
      if (path === stream && open !== undefined && refusal(request) === undefined) {
        open(request, socket, head, newRequestId(request));
      } else {
        refuse(context, server, request, socket, path, { requestId: newRequestId(request), since });
      }
    },
  };
  takers.add(taker);
  return () => takers.delete(taker);
}

/**
 * The takers of a server, after making sure that it asks them first: a WebSocket server of the application would answer 400 to every path that is not its
 * own. Whatever happens to such a request happens after the requests before it are answered, since all of them write to one socket.
 */
function takersOf(server: Server): Set<Taker> {
  const known = TAKERS.get(server);
  if (known !== undefined) return known;
  const takers = new Set<Taker>();
  TAKERS.set(server, takers);
  const connections = connectionsOf(server);
  connections.takeUpgrade = (request, socket, head) => {
    const path = pathOf(request.url ?? "");
    const taker = [...takers].find((each) => each.takes(path));
    // What is neither ours nor anybody's goes on as a plain request.
    if (taker === undefined && server.listenerCount("upgrade") > 1) return false;
    const asksForSocket = request.headers.upgrade?.toLowerCase() === "websocket";
    // The client may be gone already. One listener serves all upgrades of a connection.
    if (!socket.listeners("error").includes(destroyFailed)) socket.on("error", destroyFailed);
    connections.whenAnswered(socket, () => {
      if (taker !== undefined && asksForSocket) taker.take(request, socket, head, path);
      else serveWithout(server, request, socket, head);
    });
    return true;
  };
  // Node hands over such requests as soon as anything listens for them.
  server.on("upgrade", () => {});
  return takers;
}

/** Answers what only a whole server meets: requests to connect with another host, and unknown expectations. */
export function takeConnects(server: Server, service: () => ServerContext, newRequestId: () => string): void {
  server.on("connect", (request: IncomingMessage, socket: Duplex) => {
    socket.on("error", destroyFailed);
    connectionsOf(server).whenAnswered(socket, () => {
      const since = performance.now();
      const requestId = newRequestId();
      const refusal = noProxy(request.url);
      const { sessions, accessLog } = service();
      answerRaw(socket, refusal, sessions.main.now, requestId);
      const { method, url } = request;
      accessLog?.note({ requestId, method, url, status: refusal.status, since });
    });
  });
  // An expectation that is not known is no reason to refuse a request.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}

function refuse(
  context: ServerContext,
  server: Server,
  request: IncomingMessage,
  socket: Duplex,
  path: string,
  { requestId, since }: Pick<AccessLine, "requestId" | "since">,
): void {
  const { failedAttempts, refusals, wallClock, sessions, lifecycle, place, clients } = context;
  const address = clients.of(request);
  let window = failedAttempts.of(address);
  let key: string | undefined;
  let refusal: ApiError;
  try {
    if (lifecycle.closing) throw closingError();
    const wrong = malformed(request) ?? context.hosts(request.headers.host, server);
    if (wrong !== undefined) throw wrong;
    const known = authenticate(context, request.headers.authorization, () => address);
    ({ window } = known);
    key = known.key.id;
    refusal = new ApiError("NOT_FOUND", "there is no stream at this path", { path, stream: place.stream });
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
  return new ApiError("METHOD_NOT_ALLOWED", "the server does not connect to other servers", details, { headers });
}

function destroyFailed(this: Duplex): void {
  this.destroy();
}

/** Headers that ask for another protocol. */
const ASKS = /^(?:upgrade|http2-settings)$/i;

/** Gives the server the request again, without the wish for another protocol. */
function serveWithout(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  let text = `${method} ${url} HTTP/${httpVersion}\r\n`;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (ASKS.test(name)) continue;
    const isConnection = name.toLowerCase() === "connection";
    const value = isConnection ? withoutAsks(rawHeaders[i + 1]!) : rawHeaders[i + 1]!;
    if (!isConnection || value !== "") text += `${name}: ${value}\r\n`;
  }
  socket.unshift(Buffer.concat([Buffer.from(`${text}\r\n`, "latin1"), head]));
  // Node's own listener, which was the first: the others know the connection. Its last answer has begun the wait for the next request.
  (socket as Socket).setTimeout(server.timeout);
  const isSecure = (socket as { readonly encrypted?: boolean }).encrypted === true;
  server.listeners(isSecure ? "secureConnection" : "connection")[0]!.call(server, socket);
}

function withoutAsks(connection: string): string {
  const tokens = connection.split(",").map((token) => token.trim());
  return tokens.filter((token) => token !== "" && !ASKS.test(token)).join(", ");
}
