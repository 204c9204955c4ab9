import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import { brokenMessages, HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from "./broken-messages.ts";
import { connectionsOf } from "./connections.ts";
import { drainOnClose } from "./draining.ts";
import { answerHalfClosed } from "./half-closed.ts";
import { countedHeaders, plainHeaders } from "./headers/answer-headers.ts";
import { mayHoldKey } from "./log/hide-keys.ts";
import { answerError, beginClosing } from "./plugin.ts";
import type { ServerContext } from "./server-context.ts";
import { takeConnects } from "./upgrades.ts";

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
