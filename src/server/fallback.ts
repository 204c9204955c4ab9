import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { invalidParameters } from "./errors/api-error.ts";
import { admit } from "./guard.ts";
import { plainHeaders } from "./headers/answer-headers.ts";
import { KnownPaths, pathOf } from "./known-paths.ts";
import type { Route } from "./route.ts";
import type { ServerContext } from "./server-context.ts";
import { namedSession, openedByGet, queryOf } from "./stream/handshake.ts";
import { checkStreamRights } from "./stream/rights.ts";

/** Which requests a service answers although no route matches them. */
export interface FallbackScope {
  /** URL pattern of a route that matches every path without a route of its own. */
  readonly url: string;
  /** Whether the service sets Fastify's not-found handler below its prefix. */
  readonly notFound: boolean;
}

/**
 * Answers requests that no route matches: unknown paths, wrong methods, and requests for the stream without a WebSocket. Clients without a
 * valid key learn nothing else, and no body is read.
 */
export function addFallback(
  app: FastifyInstance,
  context: ServerContext,
  routes: readonly Pick<Route, "method" | "address">[],
  methods: readonly string[],
  scope: FallbackScope,
): void {
  const { prefix, base, stream } = context.paths;
  const paths = new KnownPaths(routes, prefix);
  const refuse = (request: FastifyRequest, reply: FastifyReply): never => {
    const { method = "", url = "" } = request.raw;
    const path = pathOf(url);
    const asksForStream = path === stream && method === "GET";
    const refusal = path === stream ? streamRefusal(method) : paths.refusal(method, path);
    const versioned = path === base || path.startsWith(`${base}/`);
    if (versioned || path.startsWith(`${prefix}/_`)) {
      admit(context, request, reply, versioned, ({ key }) => {
        const session = asksForStream ? namedSession(context.sessions, key, queryOf(request.raw)) : undefined;
        if (session !== undefined) request.hindcastAdmission = { ...request.hindcastAdmission!, session };
        // Missing permissions are reported first, since a correct WebSocket request would not help such a client.
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
    url: scope.url,
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
  if (scope.notFound) app.setNotFoundHandler(refuse);
}

/** Returns the error for a request of the stream's path that is no WebSocket request. */
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
