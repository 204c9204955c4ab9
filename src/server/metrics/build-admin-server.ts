import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { HindcastError } from "../../primitives/errors.ts";
import type { HindcastServer } from "../build-server.ts";
import { connectionsOf } from "../connections.ts";
import { limitConnections } from "../descriptors.ts";
import { answerUnbegun, errorBody } from "../errors/raw-answer.ts";
import { apiErrorOf } from "../errors/error-of.ts";
import { plainHeaders } from "../headers/answer-headers.ts";
import { KnownPaths, pathOf } from "../known-paths.ts";
import { malformed } from "../malformed.ts";
import { checkReady } from "../guard.ts";

const PATHS = ["/health", "/metrics", "/ready"] as const;
/** Who asks sends a line or two. */
const PATIENCE_MS = 5_000;
const TIMEOUT_LOOK_MS = 1_000;

/**
 * A server beside another, for those who run it: its metrics in the text format of Prometheus, whether it lives and whether it takes requests. No key is
 * asked for, and nothing is told of keys, symbols or accounts. It does not listen by itself, and ends with the other one, after that has answered
 * what it had begun.
 *
 * Of a mounted service: `buildAdminServer({ hindcast: hindcastOf(app, "/market") })`. Throws SETTING_INVALID where `metrics: true` was not set.
 *
 * @example
 * const server = await buildServer(recording, { metrics: true });
 * const admin = buildAdminServer(server);
 * await admin.listen({ port: 9187 });
 */
export function buildAdminServer(server: Pick<HindcastServer, "hindcast">): FastifyInstance {
  const { metrics, sessions, besides, hosts } = server.hindcast;
  if (metrics === undefined) {
    const message = "metrics must be true in the settings of a server that has an admin server, was false";
    throw new HindcastError("SETTING_INVALID", message, { setting: "metrics", value: false });
  }
  const answer = (error: unknown, { id }: FastifyRequest, reply: FastifyReply): void => {
    const told = apiErrorOf(error, id);
    reply.headers({ ...plainHeaders(id), ...told.headers });
    reply.code(told.status).send(errorBody(told, sessions.main.now, id));
  };
  const app = fastify({
    requestTimeout: PATIENCE_MS,
    http: { headersTimeout: PATIENCE_MS, connectionsCheckingInterval: TIMEOUT_LOOK_MS },
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => answer(error, request as FastifyRequest, reply as FastifyReply),
  });
  const paths = new KnownPaths(PATHS.map((address) => ({ method: "GET", address })));
  // Before a body is read: none is wanted here.
  app.addHook("onRequest", ({ id, is404, raw }, reply, done) => {
    reply.headers(plainHeaders(id));
    const wrong = malformed(raw) ?? hosts(raw.headers.host, app.server);
    if (wrong !== undefined) done(wrong);
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
    refuse: (_, response, error) => answerUnbegun(response, error, sessions.main.now, "admin"),
    ended: () => {},
    refused: () => {},
  });
  besides.push(app);
  return app;
}
