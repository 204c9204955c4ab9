import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { TSchema } from "typebox";
import type { MarketView } from "../market/market-view.ts";
import { AS_OF_HEADER, asOfInstant, refuseAsOf } from "./as-of.ts";
import { BODY_LIMIT } from "./errors/error-of.ts";
import { late, meetFaults } from "./faults/meet-faults.ts";
import { type Admission, admit, checkRoute } from "./guard.ts";
import type { ApiKey } from "./keys/api-key.ts";
import { routeSchema } from "./openapi/route-schema.ts";
import type { Route, RouteCall } from "./route.ts";
import type { ServerContext } from "./server-context.ts";
import type { ReplaySession } from "./sessions/session.ts";
import { checkClosed } from "./validation/closed-schema.ts";
import { refuseBody } from "./validation/no-body.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set by the guard, before anything else is read of a request. */
    hindcastAdmission: Admission | null;
  }
}

/** Adds a route: the guard before the body is read, the handler after all of the request was checked. */
export function addRoute(app: FastifyInstance, context: ServerContext, route: Route): void {
  for (const part of ["params", "query", "body"] as const) {
    if (route[part] !== undefined) checkClosed(`${part} of ${route.method} ${route.path}`, route[part]);
  }
  const readsMarket = route.path.startsWith("/market-data/");
  const { versioned, contentType, status = 200 } = route;
  const bodiless = route.body === undefined;
  app.route({
    method: route.method,
    url: route.address,
    bodyLimit: BODY_LIMIT,
    schema: routeSchema(route) as RouteShorthandOptions["schema"] & { body?: TSchema },
    onRequest: (request, reply, done) => {
      try {
        request.hindcastAdmission = admit(context, request, reply, versioned, (known, session) =>
          checkRoute(context, known, session, route),
        );
      } catch (error) {
        done(error as Error);
        return;
      }
      if (versioned) meetFaults(context, request, reply, done);
      else done();
    },
    handler: (request, reply) => {
      if (bodiless) refuseBody(request.body);
      const call = new Call(context, request, reply, readsMarket);
      if (status !== 200) reply.code(status);
      const answer = route.handler(call as unknown as RouteCall<never, never, never>);
      const { faults } = request.hindcastAdmission!;
      if (faults !== undefined)
        return late(context, faults, answer).then((settled) => typed(reply, settled, contentType));
      if (answer instanceof Promise) return answer.then((settled) => typed(reply, settled, contentType));
      return reply.send(typed(reply, answer, contentType));
    },
  });
}

/** A request as handlers see it. Its rarer members are made when they are asked for: most requests ask for none. */
class Call implements RouteCall<unknown, unknown, unknown> {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly view: MarketView;
  readonly now: number;
  readonly session: ReplaySession;
  readonly key: ApiKey;
  readonly server: ServerContext;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;

  constructor(server: ServerContext, request: FastifyRequest, reply: FastifyReply, readsMarket: boolean) {
    const { known, session } = request.hindcastAdmission!;
    const asOf = request.headers[AS_OF_HEADER];
    if (asOf !== undefined && !readsMarket) throw refuseAsOf();
    this.params = request.params;
    this.query = request.query;
    this.body = request.body;
    this.view =
      asOf === undefined
        ? session.view()
        : session.view(asOfInstant(String(asOf), session.now, session.accounts.exchange.calendar.zone));
    this.now = this.view.now;
    this.session = session;
    this.key = known.key;
    this.server = server;
    this.#request = request;
    this.#reply = reply;
  }

  get headers(): RouteCall<unknown, unknown, unknown>["headers"] {
    return this.#request.headers;
  }

  get requestId(): string {
    return this.#request.id;
  }

  get setHeader(): (name: string, value: string) => void {
    return (name, value) => void this.#reply.header(name, value);
  }

  get setStatus(): (status: number) => void {
    return (status) => void this.#reply.code(status);
  }
}

/** Bytes are sent as they are, so that their type must be said. */
function typed(reply: FastifyReply, answer: unknown, contentType: string | undefined): unknown {
  if (answer instanceof Buffer) reply.type(contentType ?? "application/json; charset=utf-8");
  return answer;
}
