import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { checkReady } from "./guard.ts";
import { plainHeaders } from "./headers/answer-headers.ts";
import { DOCUMENTATION_PATH } from "./openapi/documentation.ts";
import type { ServerContext } from "./server-context.ts";

/** Paths that are answered without a key. */
export const OPEN_PATHS = ["/health", "/ready", DOCUMENTATION_PATH, `${DOCUMENTATION_PATH}/json`].map((address) => ({
  method: "GET" as const,
  address,
}));

/** Adds what those ask who run the server: whether it lives, and whether it takes requests. */
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
        summary: "Whether the process answers",
        description: "Also while it is too busy for anything else.",
        response: { 200: { description: "It does", ...Health } },
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
        summary: "Whether requests are taken",
        description:
          "Not while the server shuts down, has too much to do or finds its state locked by another program, nor when that could not be written.",
        response: { 200: { description: "They are", ...Readiness } },
      },
    },
    (_, reply) => {
      checkReady(context);
      return reply.send({ status: "ready" });
    },
  );
}

/** That the process answers. */
const Health = Type.Object({
  status: Type.Enum(["ok"]),
});
type Health = Static<typeof Health>;

/** That requests are taken. */
const Readiness = Type.Object({
  status: Type.Enum(["ready"]),
});
type Readiness = Static<typeof Readiness>;
