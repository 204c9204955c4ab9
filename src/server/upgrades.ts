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
import { malformedError } from "./malformed.ts";
import type { ServerContext } from "./server-context.ts";

/** Handles WebSocket requests on some paths of a server. */
interface UpgradeHandler {
  handles(path: string): boolean;
  handle(request: IncomingMessage, socket: Duplex, head: Buffer, path: string): void;
}

/** Handlers of WebSocket requests for each server, since several services may share a server. */
const HANDLERS = new WeakMap<Server, Set<UpgradeHandler>>();

/**
 * Handles WebSocket requests below the API's root path: opens the stream on its path and refuses all others. `handlesOtherPaths` says
 * whether to answer other paths, too, if nothing else listens for them. Returns a function that removes the handler.
 */
export function handleUpgrades(
  server: Server,
  context: ServerContext,
  newRequestId: (request: IncomingMessage) => string,
  handlesOtherPaths: boolean,
): () => void {
  const { base, stream } = context.paths;
  const refusal = (request: IncomingMessage): ApiError | undefined =>
    malformedError(request) ?? context.hostRule(request.headers.host, server);
  const handlers = handlersOf(server);
  const handler: UpgradeHandler = {
    handles: (path) =>
      path === base || path.startsWith(`${base}/`) || (handlesOtherPaths && server.listenerCount("upgrade") === 1),
    handle(request, socket, head, path) {
      const since = performance.now();
      const open = context.lifecycle.closing ? undefined : context.openStream;
      if (path === stream && open !== undefined && refusal(request) === undefined) {
        open(request, socket, head, newRequestId(request));
      } else {
        refuse(context, server, request, socket, path, { requestId: newRequestId(request), since });
      }
    },
  };
  handlers.add(handler);
  return () => handlers.delete(handler);
}

/**
 * Returns the WebSocket handlers of a server, and makes sure that they run before others. A WebSocket server of the application would
 * answer 400 on every path but its own. A handler runs after earlier requests on its socket are answered.
 */
function handlersOf(server: Server): Set<UpgradeHandler> {
  const known = HANDLERS.get(server);
  if (known !== undefined) return known;
  const handlers = new Set<UpgradeHandler>();
  HANDLERS.set(server, handlers);
  const connections = connectionsOf(server);
  connections.takeUpgrade = (request, socket, head) => {
    const path = pathOf(request.url ?? "");
    const handler = [...handlers].find((each) => each.handles(path));
    // If no listener handles the upgrade, the request is processed as a plain one.
    if (handler === undefined && server.listenerCount("upgrade") > 1) return false;
    const isWebSocketRequest = request.headers.upgrade?.toLowerCase() === "websocket";
    // The client may disconnect early. One error listener serves all upgrade requests of a connection.
    if (!socket.listeners("error").includes(destroyOnError)) socket.on("error", destroyOnError);
    connections.whenAnswered(socket, () => {
      if (handler !== undefined && isWebSocketRequest) handler.handle(request, socket, head, path);
      else serveAsPlainRequest(server, request, socket, head);
    });
    return true;
  };
  // Without a listener, Node would not emit upgrade requests.
  server.on("upgrade", () => {});
  return handlers;
}

/** Refuses CONNECT requests and ignores unknown `Expect` headers, which concerns a whole server. */
export function refuseConnectRequests(server: Server, service: () => ServerContext, newRequestId: () => string): void {
  server.on("connect", (request: IncomingMessage, socket: Duplex) => {
    socket.on("error", destroyOnError);
    connectionsOf(server).whenAnswered(socket, () => {
      const since = performance.now();
      const requestId = newRequestId();
      const refusal = connectRefused(request.url);
      const { sessions, accessLog } = service();
      answerRaw(socket, refusal, sessions.main.now, requestId);
      const { method, url } = request;
      accessLog?.note({ requestId, method, url, status: refusal.status, since });
    });
  });
  // An unknown `Expect` header is no reason to refuse the request.
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
  const { failedAttempts, refusals, wallClock, sessions, lifecycle, paths, clients } = context;
  const address = clients.addressOf(request);
  let window = failedAttempts.windowOf(address);
  let key: string | undefined;
  let refusal: ApiError;
  try {
    if (lifecycle.closing) throw closingError();
    const problem = malformedError(request) ?? context.hostRule(request.headers.host, server);
    if (problem !== undefined) throw problem;
    const known = authenticate(context, request.headers.authorization, () => address);
    ({ window } = known);
    key = known.key.id;
    refusal = new ApiError("NOT_FOUND", "there is no stream at this path", { path, stream: paths.stream });
  } catch (error) {
    refusal = apiErrorOf(error, requestId);
  }
  refusals.note(refusal);
  const headers = countedHeaders(requestId, window, wallClock());
  answerRaw(socket, refusal, sessions.main.now, requestId, headers);
  const { method, url } = request;
  context.accessLog?.note({ requestId, method, url, status: refusal.status, since, key });
}

/** Returns the error for a request with the method CONNECT. */
function connectRefused(host = ""): ApiError {
  const allow = ["DELETE", "GET", "HEAD", "PATCH", "POST", "PUT"];
  const details = { method: "CONNECT", host, allow };
  const headers = { allow: allow.join(", ") };
  return new ApiError("METHOD_NOT_ALLOWED", "the server does not connect to other servers", details, { headers });
}

function destroyOnError(this: Duplex): void {
  this.destroy();
}

/** Pattern of headers that request another protocol. */
const UPGRADE_HEADERS = /^(?:upgrade|http2-settings)$/i;

/** Gives a request back to the server without the headers that ask for another protocol. */
function serveAsPlainRequest(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  let text = `${method} ${url} HTTP/${httpVersion}\r\n`;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (UPGRADE_HEADERS.test(name)) continue;
    const isConnection = name.toLowerCase() === "connection";
    const value = isConnection ? withoutUpgradeTokens(rawHeaders[i + 1]!) : rawHeaders[i + 1]!;
    if (!isConnection || value !== "") text += `${name}: ${value}\r\n`;
  }
  socket.unshift(Buffer.concat([Buffer.from(`${text}\r\n`, "latin1"), head]));
  // The first listener is Node's own; the others already know the connection. The last response may have started the keep-alive timeout.
  (socket as Socket).setTimeout(server.timeout);
  const isSecure = (socket as { readonly encrypted?: boolean }).encrypted === true;
  server.listeners(isSecure ? "secureConnection" : "connection")[0]!.call(server, socket);
}

function withoutUpgradeTokens(connection: string): string {
  const tokens = connection.split(",").map((token) => token.trim());
  return tokens.filter((token) => token !== "" && !UPGRADE_HEADERS.test(token)).join(", ");
}
