import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import type { TSchema } from "typebox";
import { momentOf } from "./as-of.ts";
import { brokenMessages, HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from "./broken-messages.ts";
import { Connections } from "./connections.ts";
import { errorBody } from "./errors/error-body.ts";
import { apiErrorOf, BODY_LIMIT } from "./errors/error-of.ts";
import { countedHeaders, plainHeaders } from "./headers/answer-headers.ts";
import { BASE_PATH } from "./base-path.ts";
import { drainOnClose } from "./draining.ts";
import { answerHalfClosed } from "./half-closed.ts";
import { refuseMalformed } from "./malformed.ts";
import type { ServerContext } from "./server-context.ts";
import { addLog } from "./log/add-log.ts";
import { mayHoldKey } from "./log/hide-keys.ts";
import type { ServerSettings } from "./server-settings.ts";
import { takeUpgrades } from "./upgrades.ts";
import { readJson } from "./validation/json-body.ts";
import { partValidator } from "./validation/part-validator.ts";

/** Names of requests that a client may choose itself. */
const REQUEST_ID = /^[\w.:-]{1,64}$/;
/** The longest that a silent connection may stay. */
const KEEP_ALIVE_MS = 72_000;
/** Between two looks at which requests take longer. Node looks every 30 seconds by itself, and lets headers take three times as long as they may. */
const TIMEOUT_LOOK_MS = 1_000;

/** Fastify as the API needs it: our error body everywhere, our checks of requests, one log line a request at most. */
export function newFastify(context: ServerContext, settings: ServerSettings): FastifyInstance {
  const { lifecycle } = context;
  const newRequestId = requestIds();
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // A request without a host is refused by a hook, with a body.
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_LOOK_MS,
      requireHostHeader: false,
    },
    trustProxy: false,
    // Paths of any length are refused by the schemas of their parts, with the body that all refusals have.
    routerOptions: { maxParamLength: 16_384 },
    // The guard answers while the server closes.
    return503OnClosing: false,
    genReqId: (request) => newRequestId(request),
    logController: new LogController({ disableRequestLogging: true }),
    // Of an address that cannot be read: no hook is called for it.
    frameworkErrors: (error, request, reply) => {
      const since = performance.now();
      const { failedAttempts, wallClock } = context;
      const versioned = request.raw.url?.startsWith(BASE_PATH) === true;
      const window = failedAttempts.of(request.ip);
      void reply.headers(versioned ? countedHeaders(request.id, window, wallClock()) : plainHeaders(request.id));
      answerError(context, error, request as FastifyRequest, reply as FastifyReply);
      const { id: requestId, raw } = request;
      context.accessLog?.note({ requestId, method: raw.method, url: raw.url, status: reply.statusCode, since });
    },
    clientErrorHandler: (error, socket: Socket) => answerBroken(error, socket),
  });
  const connections = new Connections(app.server);
  const answerBroken = brokenMessages(context, connections, () => newRequestId(undefined));
  app.decorate("hindcast", context);
  app.decorateRequest("admission", null);
  app.decorateRequest("arrivedAt", 0);
  if (settings.log !== undefined) context.accessLog = addLog(app as unknown as FastifyInstance, settings.log);
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) => partValidator(httpPart, schema));
  app.setErrorHandler((error, request, reply) => {
    answerError(context, error, request, reply);
  });
  readJson(app as unknown as FastifyInstance);
  refuseMalformed(app as unknown as FastifyInstance, context);
  app.addHook("preClose", (done) => {
    lifecycle.closing = true;
    context.faults.close();
    done();
  });
  drainOnClose(app as unknown as FastifyInstance, connections);
  answerHalfClosed(app.server);
  takeUpgrades(app.server, context, () => newRequestId(undefined));
  return app as unknown as FastifyInstance;
}

function answerError(
  { sessions, refusals }: ServerContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const told = apiErrorOf(error, request.id);
  const now = momentOf(request, request.admission?.session ?? sessions.main);
  refusals.note(told);
  if (told.status >= 500 && told !== error) request.log.error({ err: error }, "request failed");
  if (told.headers !== undefined) void reply.headers(told.headers);
  void reply
    .code(told.status)
    .header("x-request-id", request.id)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(errorBody(told, now, request.id)));
}

/** Names of requests, different in every process: a random beginning and a number. */
function requestIds(): (request: IncomingMessage | undefined) => string {
  const prefix = randomBytes(4).toString("hex");
  let count = 0;
  return (request) => {
    const chosen = request?.headers["x-request-id"];
    if (typeof chosen === "string" && REQUEST_ID.test(chosen) && !mayHoldKey(chosen)) return chosen;
    count++;
    return `${prefix}-${count.toString(36)}`;
  };
}
