import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { TSchema } from "typebox";
import type { MarketView } from "../market/market-view.ts";
import { closedObject } from "../schemas/fields.ts";
import { AS_OF_HEADER, asOfInstant, refuseAsOf } from "./as-of.ts";
import { BODY_LIMIT } from "./errors/error-of.ts";
import type { FaultStage, RequestFaults } from "./faults/fault-plan.ts";
import { type Admission, admit, checkRoute } from "./guard.ts";
import type { ApiKey } from "./keys/api-key.ts";
import { pathOf } from "./known-paths.ts";
import type { Route, RouteCall } from "./route.ts";
import type { ServerContext } from "./server-context.ts";
import type { ReplaySession } from "./sessions/session.ts";
import { checkClosed, partValidator, withoutDefaultsRequired } from "./validation/part-validator.ts";

/** The query of a route that has none: it is checked all the same, or misspelt parameters would be overlooked. */
const NO_QUERY = closedObject({});

/** What Fastify checks and writes of a route, and what its documentation begins with. */
function routeSchema(route: Route): Readonly<Record<string, unknown>> {
  const { status = 200, params, query, body, response, description, summary, tag } = route;
  return {
    // Documents of the application do not list it; the own document shows it again.
    hide: true,
    operationId: operationIdOf(route),
    tags: [tag],
    summary,
    description,
    security: [{ apiKey: [] }],
    ...schemaPart("params", params),
    ...schemaPart("querystring", query ?? NO_QUERY),
    ...schemaPart("body", body),
    response: { [status]: success(route, response) },
  };
}

function schemaPart(name: string, schema: TSchema | undefined): Readonly<Record<string, unknown>> {
  return schema === undefined ? {} : { [name]: withoutDefaultsRequired(schema) };
}

function success({ contentType, summary }: Route, response: TSchema): unknown {
  if (contentType !== undefined) return { description: summary, content: { [contentType]: { schema: response } } };
  return { description: summary, ...response };
}

/** `getMarketDataClock` of `GET /market-data/clock`. */
function operationIdOf({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
}

const check = partValidator("body", closedObject({}));

/** Throws INVALID_PARAMETERS for members that are sent to a route without a body: they would have no effect. An empty object is as good as none. */
function refuseBody(body: unknown): void {
  if (body === undefined || body === null) return;
  const checked = check(body);
  if ("error" in checked) throw checked.error;
}

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

/** Lets a request meet the faults of its session, if there are any, before it is done. */
function meetFaults(
  { faults, wallClock, place }: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const { known, session } = request.hindcastAdmission!;
  const plan = faults.of(session);
  const { method, url = "" } = request.raw;
  const met = plan?.request(known.key.owner, method!, pathOf(url).slice(place.base.length), {
    requestId: request.id,
    limit: known.window.limit,
    now: wallClock(),
  });
  if (met === undefined) {
    done();
    return;
  }
  request.hindcastAdmission = { known, session, faults: met };
  void reply.header("x-injected-fault", met.names.join(", "));
  faults.wait(met.before.stallMs, () => done(met.before.error));
}

/** An answer that meets what comes after all was done: that of its faults' stage. */
async function late<Answer>(
  { faults }: ServerContext,
  { after }: RequestFaults,
  answer: Answer | Promise<Answer>,
): Promise<Answer> {
  const settled = await answer;
  await waited(after, faults.wait.bind(faults));
  if (after.error !== undefined) throw after.error;
  return settled;
}

function waited({ stallMs }: FaultStage, wait: (ms: number, then: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    wait(stallMs, resolve);
  });
}
