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

/** Milliseconds without new connections or requests after which the drain is complete. */
const QUIET_MS = 25;
/** Longest time that a closing server still accepts connections. */
const MAX_DRAIN_MS = 500;

/**
 * Drains a server before it closes: reads and answers what has already arrived, with 503 from the guard. Otherwise the system would reset
 * connections that were not accepted yet, and their clients would not know whether a request was processed.
 *
 * Afterwards each connection closes with its answer, and connections that sent nothing close at once.
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

/** Closes a connection after its current answer. */
function endAfterAnswer(answer: ServerResponse, socket: Socket): void {
  if (answer.writableFinished) socket.end();
  else if (answer.headersSent) answer.once("finish", () => socket.end());
  else answer.shouldKeepAlive = false;
}

/** Longest time that a half-closed connection stays open for its answer. The client may also have disconnected, which looks the same. */
const HALF_CLOSED_MS = 250;

/**
 * Answers clients that close their side of the connection after the request, as some scripts do. By default Node would close the other side
 * at once, and an order could be placed without an answer.
 */
function answerHalfClosed(server: Server): void {
  // Node's internal option, which its types do not declare.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connection", (socket: Socket) => {
    socket.once("end", () => {
      if (!socket.writableEnded) setTimeout(() => socket.end(), HALF_CLOSED_MS).unref();
    });
  });
}

/** Request ids that a client may choose. */
const REQUEST_ID = /^[\w.:-]{1,64}$/;
/** Longest time that an idle connection stays open. */
const KEEP_ALIVE_MS = 72_000;
/** Interval of timeout checks. Node's default of 30 seconds would let headers take three times as long as allowed. */
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
  // A hook refuses requests without a host, with an error body.
  http: {
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    requireHostHeader: false,
  },
  // The schemas refuse long path parameters, with the usual error body.
  routerOptions: { maxParamLength: 16_384 },
  // The guard answers while the server closes.
  return503OnClosing: false,
  // Loading a large recording or a long history takes longer than Fastify's default.
  pluginTimeout: 0,
  genReqId: requestIds(),
};

/** Creates a Fastify server for one service. `service` returns the service, which exists before the first request. */
export function newFastify(service: () => ServerContext): FastifyInstance {
  const newRequestId = requestIds();
  const app = fastify({
    ...FASTIFY_OPTIONS,
    genReqId: newRequestId,
    trustProxy: false,
    logController: new LogController({ disableRequestLogging: true }),
    // Called for URLs that cannot be parsed. No hook runs for those.
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

/** Creates request ids that differ between processes: a random prefix and a counter. */
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
