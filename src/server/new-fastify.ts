import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import {
  fastify,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { TSchema } from "typebox";
import { invalidParameters } from "./errors/api-error.ts";
import { answerRaw } from "./errors/raw-answer.ts";
import { errorBody } from "./errors/error-body.ts";
import { apiErrorOf, BODY_LIMIT } from "./errors/error-of.ts";
import { countedHeaders, plainHeaders } from "./headers/answer-headers.ts";
import { BASE_PATH } from "./base-path.ts";
import { drainOnClose } from "./draining.ts";
import { answerHalfClosed } from "./half-closed.ts";
import { refuseMalformed } from "./malformed.ts";
import type { ServerContext } from "./server-context.ts";
import { RequestLog } from "./request-log.ts";
import type { LogSettings, ServerSettings } from "./server-settings.ts";
import { takeUpgrades } from "./upgrades.ts";
import { readJson } from "./validation/json-body.ts";
import { partValidator } from "./validation/part-validator.ts";

/** Names of requests that a client may choose itself. */
const REQUEST_ID = /^[\w.:-]{1,64}$/;
/** What looks like a key, in an address or a name, where none belongs: it would stand in logs. */
const KEY_START = "hc_";
const KEY = /hc_[0-9A-Za-z_]+/g;
/** The longest that a request may take to arrive, and a silent connection to stay. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 72_000;
/** Between two looks at which requests take longer. Node looks every 30 seconds by itself, and lets headers take three times as long as they may. */
const TIMEOUT_LOOK_MS = 1_000;

/** Fastify as the API needs it: our error body everywhere, our checks of requests, one log line a request at most. */
export function newFastify(context: ServerContext, settings: ServerSettings): FastifyInstance {
  const { sessions, lifecycle } = context;
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
    logger: loggerOf(settings.log),
    frameworkErrors: (error, request, reply) => {
      const { failedAttempts, wallClock } = context;
      const versioned = request.raw.url?.startsWith(BASE_PATH) === true;
      const window = failedAttempts.of(request.ip);
      void reply.headers(versioned ? countedHeaders(request.id, window, wallClock()) : plainHeaders(request.id));
      answerError(context, error, request as FastifyRequest, reply as FastifyReply);
    },
    clientErrorHandler: (error, socket: Socket) => {
      const reason = `must be a valid HTTP message: ${error.code}`;
      const refusal = invalidParameters([{ in: "request", parameter: "", reason }]);
      answerRaw(socket, refusal, sessions.main.now, newRequestId(undefined));
    },
  });
  if (settings.log !== undefined) {
    app.setChildLoggerFactory(
      (parent, bindings, options) => new RequestLog(parent, bindings, options) as unknown as FastifyBaseLogger,
    );
  }
  app.decorate("hindcast", context);
  app.decorateRequest("admission", null);
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
  drainOnClose(app as unknown as FastifyInstance);
  answerHalfClosed(app.server);
  if (settings.log?.level === "info") addAccessLog(app);
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
  const { now } = request.admission?.session ?? sessions.main;
  refusals.note(told);
  if (told.status >= 500 && told !== error) request.log.error({ err: error }, "request failed");
  if (told.headers !== undefined) void reply.headers(told.headers);
  void reply
    .code(told.status)
    .header("x-request-id", request.id)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(errorBody(told, now)));
}

function addAccessLog(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { method, url } = request.raw;
    const key = request.admission?.known.key.id;
    // On the server's log, with the name of the request: a log of its own costs more than the line.
    app.log.info({
      reqId: request.id,
      method,
      url: url?.includes(KEY_START) === true ? url.replaceAll(KEY, "hc_…") : url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      key,
    });
    done();
  });
}

function loggerOf(log: LogSettings | undefined): false | { level: string; stream?: { write(line: string): void } } {
  if (log === undefined) return false;
  return log.output === undefined ? { level: log.level } : { level: log.level, stream: log.output };
}

/** Names of requests, different in every process: a random beginning and a number. */
function requestIds(): (request: IncomingMessage | undefined) => string {
  const prefix = randomBytes(4).toString("hex");
  let count = 0;
  return (request) => {
    const chosen = request?.headers["x-request-id"];
    if (typeof chosen === "string" && REQUEST_ID.test(chosen) && !chosen.includes(KEY_START)) return chosen;
    count++;
    return `${prefix}-${count.toString(36)}`;
  };
}
