import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { TSchema } from "typebox";
import { AS_OF_HEADER, asOfInstant } from "./as-of.ts";
import { type Admission, admit, checkScope } from "./guard.ts";
import { routeSchema } from "./openapi/route-schema.ts";
import type { Route, RouteCall } from "./route.ts";
import type { ServerContext } from "./server-context.ts";
import { checkClosed } from "./validation/closed-schema.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set by the guard, before anything else is read of a request. */
    admission: Admission | null;
  }
}

/** Adds a route: the guard before the body is read, the handler after all of the request was checked. */
export function addRoute(app: FastifyInstance, context: ServerContext, route: Route): void {
  for (const part of ["params", "query", "body"] as const) {
    if (route[part] !== undefined) checkClosed(`${part} of ${route.method} ${route.path}`, route[part]);
  }
  const readsMarket = route.method === "GET" && route.path.startsWith("/market-data/");
  const { versioned, contentType, status = 200 } = route;
  app.route({
    method: route.method,
    url: route.address,
    schema: routeSchema(route) as RouteShorthandOptions["schema"] & { body?: TSchema },
    onRequest: (request, reply, done) => {
      try {
        request.admission = admit(context, request, reply, versioned, (known) => checkScope(known, route));
      } catch (error) {
        done(error as Error);
        return;
      }
      done();
    },
    handler: (request, reply) => {
      const call = callOf(context, request, reply, readsMarket);
      if (status !== 200) reply.code(status);
      const answer = route.handler(call as RouteCall<never, never, never>);
      if (answer instanceof Promise) return answer.then((settled) => typed(reply, settled, contentType));
      return reply.send(typed(reply, answer, contentType));
    },
  });
}

function callOf(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  readsMarket: boolean,
): RouteCall<unknown, unknown, unknown> {
  const { known, session } = request.admission!;
  const asOf = readsMarket ? request.headers[AS_OF_HEADER] : undefined;
  const view = session.view(asOf === undefined ? undefined : asOfInstant(String(asOf), session.now));
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    view,
    now: view.now,
    session,
    key: known.key,
    server: context,
    headers: request.headers,
    requestId: request.id,
    setHeader: (name, value) => void reply.header(name, value),
    setStatus: (code) => void reply.code(code),
  };
}

/** Bytes are sent as they are, so that their type must be said. */
function typed(reply: FastifyReply, answer: unknown, contentType: string | undefined): unknown {
  if (answer instanceof Buffer) reply.type(contentType ?? "application/json; charset=utf-8");
  return answer;
}
