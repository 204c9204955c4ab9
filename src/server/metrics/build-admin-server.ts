import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { HindcastError } from "../../primitives/errors.ts";
import type { HindcastServer } from "../build-server.ts";
import { connectionsOf } from "../connections.ts";
import { limitConnections } from "../descriptors.ts";
import { answerUnstarted, errorBody } from "../errors/raw-answer.ts";
import { apiErrorOf } from "../errors/error-of.ts";
import { plainHeaders } from "../headers/answer-headers.ts";
import { KnownPaths, pathOf } from "../known-paths.ts";
import { malformedError } from "../malformed.ts";
import { checkReady } from "../guard.ts";

const PATHS = ["/health", "/metrics", "/ready"] as const;
/** Milliseconds in which a request must arrive. Requests to the admin server consist of a few lines. */
const REQUEST_TIMEOUT_MS = 5_000;
const TIMEOUT_CHECK_MS = 1_000;

/**
 * Creates a second server for operators: metrics in the Prometheus text format, health and readiness checks. It needs no key, and its
 * answers contain no keys, symbols or accounts. Call `listen` on it. It closes after the main server has answered its last requests.
 *
 * For a mounted service: `buildAdminServer({ hindcast: hindcastOf(app, "/market") })`. Throws SETTING_INVALID unless the service has
 * `metrics: true`.
 *
 * @example
 * const server = await buildServer(recording, { metrics: true });
 * const admin = buildAdminServer(server);
 * await admin.listen({ port: 9187 });
 */
export function buildAdminServer(server: Pick<HindcastServer, "hindcast">): FastifyInstance {
  const { metrics, sessions, attachedServers, hostRule } = server.hindcast;
  if (metrics === undefined) {
    const message = "metrics must be true in the settings of a server with an admin server, was false";
    throw new HindcastError("SETTING_INVALID", message, { setting: "metrics", value: false });
  }
  const answer = (error: unknown, { id }: FastifyRequest, reply: FastifyReply): void => {
    const apiError = apiErrorOf(error, id);
    reply.headers({ ...plainHeaders(id), ...apiError.headers });
    reply.code(apiError.status).send(errorBody(apiError, sessions.main.now, id));
  };
  const app = fastify({
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => answer(error, request as FastifyRequest, reply as FastifyReply),
  });
  const paths = new KnownPaths(PATHS.map((address) => ({ method: "GET", address })));
  // This hook runs before a body is read, which no path of the admin server needs.
  app.addHook("onRequest", ({ id, is404, raw }, reply, done) => {
    reply.headers(plainHeaders(id));
    const problem = malformedError(raw) ?? hostRule(raw.headers.host, app.server);
    if (problem !== undefined) done(problem);
    else done(is404 ? paths.refusal(raw.method!, pathOf(raw.url!)) : undefined);
  });
  app.setErrorHandler(answer);
  app.get("/health", () => ({ status: "ok" }));
  app.get("/ready", () => {
    checkReady(server.hindcast);
    return { status: "ready" };
  });
  app.get("/metrics", async (_, reply) => reply.type(metrics.contentType).send(await metrics.text()));
  limitConnections(app.server, "admin");
  connectionsOf(app.server).add({
    owns: () => true,
    clientOf: ({ socket }) => String(socket.remoteAddress),
    isUrgent: (url) => url === "/health" || url === "/ready",
    refuse: (_, response, error) => answerUnstarted(response, error, sessions.main.now, "admin"),
    connectionEnded: () => {},
    connectionsRejected: () => {},
  });
  attachedServers.push(app);
  return app;
}
