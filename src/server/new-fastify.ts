import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import { type Connections, connectionsOf } from "./connections.ts";
import { randomBytes } from "node:crypto";
import { parserErrorHandler, HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from "./parser-errors.ts";
import { countedHeaders, plainHeaders } from "./headers/answer-headers.ts";
import { mayHoldKey } from "./log/hide-keys.ts";
import { answerError, beginClosing } from "./plugin.ts";
import type { ServerContext } from "./server-context.ts";
import { refuseConnectRequests } from "./upgrades.ts";

/** A closing server stops accepting connections after this many milliseconds without new connections or requests. */
const QUIET_MS = 25;
/** A closing server accepts connections for at most this many milliseconds. */
const MAX_DRAIN_MS = 500;

/**
 * Makes a closing server read and answer what has already arrived, with 503 from the guard. Otherwise the operating system would reset
 * waiting connections, and clients would not know whether their requests were processed. Then each connection closes with its response, and
 * silent ones at once.
 */
function drainOnClose(app: FastifyInstance, connections: Connections): void {
  app.addHook("preClose", async () => {
    if (!app.server.listening) return;
    for (let waited = 0; waited < MAX_DRAIN_MS; waited += QUIET_MS) {
      const before = connections.arrivals;
      await wait(QUIET_MS);
      if (connections.arrivals === before) break;
    }
    for (const [socket, answer] of connections.entries()) {
      if (answer !== undefined) endAfterAnswer(answer, socket);
      if (socket.bytesRead === 0) socket.destroy();
    }
  });
}

/** Closes a connection after its current response. */
function endAfterAnswer(answer: ServerResponse, socket: Socket): void {
  if (answer.writableFinished) socket.end();
  else if (answer.headersSent) answer.once("finish", () => socket.end());
  else answer.shouldKeepAlive = false;
}

/** Milliseconds for which a half-closed connection stays open for its response. A client that has disconnected looks the same. */
const HALF_CLOSED_MS = 250;

/**
 * Answers clients that close their side of the connection after the request, as some scripts do. By default Node would close the other side
 * at once, and an order could be placed without a response.
 */
function answerHalfClosed(server: Server): void {
  // This is an internal option of Node, which Node's types do not declare.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connection", (socket: Socket) => {
    socket.once("end", () => {
      if (!socket.writableEnded) setTimeout(() => socket.end(), HALF_CLOSED_MS).unref();
    });
  });
}

/** Pattern of the request ids that a client may choose. */
const REQUEST_ID = /^[\w.:-]{1,64}$/;
/** Milliseconds for which an idle connection stays open. */
const KEEP_ALIVE_MS = 72_000;
/** Milliseconds between checks of timeouts. With Node's default of 30 seconds, headers could take three times as long as allowed. */
const TIMEOUT_CHECK_MS = 1_000;

/**
 * Options that `buildServer` passes to Fastify, for an application that mounts the service: time limits, long path parameters, request ids.
 * Fastify accepts them only for a whole server, so the plugin cannot set them.
 *
 * @example
 * const app = fastify({ ...FASTIFY_OPTIONS, logger: true });
 */
export const FASTIFY_OPTIONS = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  // A hook refuses requests without a host instead, with the usual error body.
  http: {
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    requireHostHeader: false,
  },
  // The schemas refuse long path parameters instead, with the usual error body.
  routerOptions: { maxParamLength: 16_384 },
  // While the server closes, the guard answers instead.
  return503OnClosing: false,
  // Loading a large recording or a long history takes longer than Fastify's default.
  pluginTimeout: 0,
  genReqId: requestIds(),
};

/** Creates a Fastify server for one service. The function `service` returns the service, which exists before the first request. */
export function newFastify(service: () => ServerContext): FastifyInstance {
  const newRequestId = requestIds();
  const app = fastify({
    ...FASTIFY_OPTIONS,
    genReqId: newRequestId,
    trustProxy: false,
    logController: new LogController({ disableRequestLogging: true }),
    // Fastify calls this for URLs that it cannot parse, for which no hook runs.
    frameworkErrors: (error, request, reply) => {
      const since = performance.now();
      const { failedAttempts, wallClock, paths, accessLog, clients } = service();
      const versioned = paths.isVersioned(request.raw.url);
      const window = failedAttempts.windowOf(clients.addressOf(request.raw));
      void reply.headers(versioned ? countedHeaders(request.id, window, wallClock()) : plainHeaders(request.id));
      answerError(service(), error, request as FastifyRequest, reply as FastifyReply);
      const { id: requestId, raw } = request;
      accessLog?.note({ requestId, method: raw.method, url: raw.url, status: reply.statusCode, since });
    },
    clientErrorHandler: (error, socket: Socket) => answerParserError(error, socket),
  }) as unknown as FastifyInstance;
  const connections = connectionsOf(app.server);
  const answerParserError = parserErrorHandler(service, connections, () => newRequestId(undefined));
  app.addHook("preClose", (done) => {
    beginClosing(service());
    done();
  });
  drainOnClose(app, connections);
  answerHalfClosed(app.server);
  refuseConnectRequests(app.server, service, () => newRequestId(undefined));
  return app;
}

/** Returns a function that creates request ids. They differ between processes: a random prefix and a counter. */
function requestIds(): (request: Pick<IncomingMessage, "headers"> | undefined) => string {
  const prefix = randomBytes(4).toString("hex");
  let count = 0;
  return (request) => {
    const chosen = request?.headers["x-request-id"];
    if (typeof chosen === "string" && REQUEST_ID.test(chosen) && !mayHoldKey(chosen)) return chosen;
    count++;
    return `${prefix}-${count.toString(36)}`;
  };
}
