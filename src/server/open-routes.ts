import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { checkReady } from "./guard.ts";
import { plainHeaders } from "./headers/answer-headers.ts";
import { DOCUMENTATION_PATH } from "./openapi/documentation.ts";
import type { ServerContext } from "./server-context.ts";

/** Paths of requests that need no API key. */
export const OPEN_PATHS = ["/health", "/ready", DOCUMENTATION_PATH, `${DOCUMENTATION_PATH}/json`].map((address) => ({
  method: "GET" as const,
  address,
}));

/** Adds the health and readiness checks. */
export function addOpenRoutes(app: FastifyInstance, context: ServerContext): void {
  const onRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    reply.headers(plainHeaders(request.id));
    done();
  };
  const config = { evenUnderPressure: true };
  const schema = { hide: true, tags: ["Operation"], security: [] };
  app.get(
    "/health",
    {
      onRequest,
      config,
      schema: {
        ...schema,
        operationId: "getHealth",
        summary: "Check that the process is alive",
        description: "The server answers this request even while it is overloaded.",
        response: { 200: { description: "The process is alive", ...Health } },
      },
    },
    (_, reply) => reply.send({ status: "ok" }),
  );
  app.get(
    "/ready",
    {
      onRequest,
      config,
      schema: {
        ...schema,
        operationId: "getReady",
        summary: "Check that the server accepts requests",
        description: "The server is not ready while it shuts down, is overloaded, or cannot write its state.",
        response: { 200: { description: "The server accepts requests", ...Readiness } },
      },
    },
    (_, reply) => {
      checkReady(context);
      return reply.send({ status: "ready" });
    },
  );
}

/** Body of a response to the health check. */
const Health = Type.Object({
  status: Type.Enum(["ok"]),
});
type Health = Static<typeof Health>;

/** Body of a response to the readiness check. */
const Readiness = Type.Object({
  status: Type.Enum(["ready"]),
});
type Readiness = Static<typeof Readiness>;
