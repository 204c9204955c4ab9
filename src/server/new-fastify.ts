import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import { type Connections, connectionsOf } from "./connections.ts";
import { randomBytes } from "node:crypto";
import { brokenMessages, HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from "./broken-messages.ts";
import { countedHeaders, plainHeaders } from "./headers/answer-headers.ts";
import { mayHoldKey } from "./log/hide-keys.ts";
import { answerError, beginClosing } from "./plugin.ts";
import type { ServerContext } from "./server-context.ts";
import { takeConnects } from "./upgrades.ts";

/** Nothing that arrives for so long: what was under way when the server began to close has arrived. */
const QUIET_MS = 25;
/** The longest that a server which closes still takes connections, however many come. */
const LONGEST_MS = 500;

/**
 * Lets a server that closes go on reading until all that had arrived by then is read: a connection that nobody has taken from the host yet would be cut off, and who
 * sent a request on it would not know whether it was done. What is read meanwhile is answered, by the guard with 503. Connections end with their
 * answers then, and those on which nothing ever came end at once.
 */
function drainOnClose(app: FastifyInstance, connections: Connections): void {
  app.addHook("preClose", async () => {
    if (!app.server.listening) return;
    for (let waited = 0; waited < LONGEST_MS; waited += QUIET_MS) {
      const before = connections.arrivals;
      await wait(QUIET_MS);
      if (connections.arrivals === before) break;
    }
    for (const [socket, answer] of connections.entries()) {
      if (answer !== undefined) endWith(answer, socket);
      if (socket.bytesRead === 0) socket.destroy();
    }
  });
}

/** The connection of an answer is not kept for another request. */
function endWith(answer: ServerResponse, socket: Socket): void {
  if (answer.writableFinished) socket.end();
  else if (answer.headersSent) answer.once("finish", () => socket.end());
  else answer.shouldKeepAlive = false;
}

/** How long a client that has ended its side is waited for with its answer: it may be gone, which looks the same. */
const PATIENCE_MS = 250;

/**
 * Answers clients that end their side of a connection with their request, as scripts do that write it and read to the end. Node would end the other side at once,
 * and an order that is on its way to the disk would be placed and not told.
 */
function answerHalfClosed(server: Server): void {
  // Node's own name for it, as old as its server, and not among its types.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connection", (socket: Socket) => {
    socket.once("end", () => {
      if (!socket.writableEnded) setTimeout(() => socket.end(), PATIENCE_MS).unref();
    });
  });
}

/** Names of requests that a client may choose itself. */
const REQUEST_ID = /^[\w.:-]{1,64}$/;
/** The longest that a silent connection may stay. */
const KEEP_ALIVE_MS = 72_000;
/** Between two looks at which requests take longer. Node looks every 30 seconds by itself, and lets headers take three times as long as they may. */
const TIMEOUT_LOOK_MS = 1_000;

/**
 * Options that `buildServer` gives Fastify, for an application that mounts a service: time limits, long path parameters, ids of requests. Fastify takes
 * them for a whole server only, so the plugin cannot set them.
 *
 * @example
 * const app = fastify({ ...FASTIFY_OPTIONS, logger: true });
 */
export const FASTIFY_OPTIONS = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  // A request without a host is refused by a hook, with a body.
  http: {
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_LOOK_MS,
    requireHostHeader: false,
  },
  // Paths of any length are refused by the schemas of their parts, with the body that all refusals have.
  routerOptions: { maxParamLength: 16_384 },
  // The guard answers while the server closes.
  return503OnClosing: false,
  // A large recording, or a state with a long history, takes its time.
  pluginTimeout: 0,
  genReqId: requestIds(),
};

/** A Fastify for one service alone. `service` gives the service, which exists before the first request. */
export function newFastify(service: () => ServerContext): FastifyInstance {
  const newRequestId = requestIds();
  const app = fastify({
    ...FASTIFY_OPTIONS,
    genReqId: newRequestId,
    trustProxy: false,
    logController: new LogController({ disableRequestLogging: true }),
    // Of an address that cannot be read: no hook is called for it.
    frameworkErrors: (error, request, reply) => {
      const since = performance.now();
      const { failedAttempts, wallClock, place, accessLog, clients } = service();
      const versioned = place.isVersioned(request.raw.url);
      const window = failedAttempts.of(clients.of(request.raw));
      void reply.headers(versioned ? countedHeaders(request.id, window, wallClock()) : plainHeaders(request.id));
      answerError(service(), error, request as FastifyRequest, reply as FastifyReply);
      const { id: requestId, raw } = request;
      accessLog?.note({ requestId, method: raw.method, url: raw.url, status: reply.statusCode, since });
    },
    clientErrorHandler: (error, socket: Socket) => answerBroken(error, socket),
  }) as unknown as FastifyInstance;
  const connections = connectionsOf(app.server);
  const answerBroken = brokenMessages(service, connections, () => newRequestId(undefined));
  app.addHook("preClose", (done) => {
    beginClosing(service());
    done();
  });
  drainOnClose(app, connections);
  answerHalfClosed(app.server);
  takeConnects(app.server, service, () => newRequestId(undefined));
  return app;
}

/** Names of requests, different in every process: a random beginning and a number. */
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
