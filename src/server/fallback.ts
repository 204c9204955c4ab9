import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { invalidParameters } from "./errors/api-error.ts";
import { admit } from "./guard.ts";
import { plainHeaders } from "./headers/answer-headers.ts";
import { KnownPaths, pathOf } from "./known-paths.ts";
import type { Route } from "./route.ts";
import type { ServerContext } from "./server-context.ts";
import { namedSession, openedByGet, queryOf } from "./stream/handshake.ts";
import { checkStreamRights } from "./stream/rights.ts";

/** Which requests a service answers beyond those of its routes. */
export interface Rest {
  /** URL of the route that takes all that no other route does. */
  readonly url: string;
  /** Whether the application's not-found handler, below the prefix of the service, is the service's. */
  readonly notFound: boolean;
}

/**
 * Answers what no route takes: an unknown path, a method that a path does not have, a plain request for the stream. Those who show no key are told of
 * nothing else, and no body is read.
 */
export function addFallback(
  app: FastifyInstance,
  context: ServerContext,
  routes: readonly Pick<Route, "method" | "address">[],
  methods: readonly string[],
  rest: Rest,
): void {
  const { prefix, base, stream } = context.place;
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
    url: rest.url,
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
  if (rest.notFound) app.setNotFoundHandler(refuse);
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
