import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { BASE_PATH, STREAM_PATH } from "./base-path.ts";
import { invalidParameters } from "./errors/api-error.ts";
import { admit } from "./guard.ts";
import { plainHeaders } from "./headers/answer-headers.ts";
import { KnownPaths, pathOf } from "./known-paths.ts";
import type { Route } from "./route.ts";
import type { ServerContext } from "./server-context.ts";
import { namedSession, queryOf } from "./stream/handshake.ts";
import { openedByGet } from "./stream/opened-by-get.ts";
import { checkStreamRights } from "./stream/rights.ts";

/**
 * Answers what no route takes: an unknown path, a method that a path does not have, a plain request for the stream. Those who show no key are told of
 * nothing else, and no body is read.
 */
export function addFallback(
  app: FastifyInstance,
  context: ServerContext,
  routes: readonly Pick<Route, "method" | "address">[],
  methods: readonly string[],
): void {
  const paths = new KnownPaths(routes);
  const refuse = (request: FastifyRequest, reply: FastifyReply): never => {
    const { method = "", url = "" } = request.raw;
    const path = pathOf(url);
    const asksForStream = path === STREAM_PATH && method === "GET";
    const refusal = path === STREAM_PATH ? streamRefusal(method) : paths.refusal(method, path);
    const versioned = path === BASE_PATH || path.startsWith(`${BASE_PATH}/`);
    if (versioned || path.startsWith("/_")) {
      admit(context, request, reply, versioned, ({ key }) => {
        const session = asksForStream ? namedSession(context.sessions, queryOf(request.raw)) : undefined;
        if (session !== undefined) request.admission = { ...request.admission!, session };
        // Who may not open the stream is told so first: asking for it in the right way would not help.
        if (asksForStream) checkStreamRights(key);
        throw refusal;
      });
    } else {
      reply.headers(plainHeaders(request.id));
    }
    throw refusal;
  };
  app.route({
    method: [...methods] as HTTPMethods[],
    url: "*",
    schema: { hide: true } as object,
    onRequest: (request, reply, done) => {
      try {
        refuse(request, reply);
      } catch (error) {
        done(error as Error);
      }
    },
    handler: refuse,
  });
  app.setNotFoundHandler(refuse);
}

/** The error of a request for the stream that asks for no WebSocket. */
function streamRefusal(method: string): Error {
  return method === "GET" ? upgradeRequired() : openedByGet(method);
}

function upgradeRequired(): Error {
  return invalidParameters(
    [{ in: "header", parameter: "Upgrade", reason: "must be websocket: the stream is a WebSocket" }],
    {},
    { status: 426, headers: { upgrade: "websocket", connection: "upgrade" } },
  );
}
