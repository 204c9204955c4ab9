import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { TSchema } from "typebox";
import type { MarketView } from "../market/market-view.ts";
import { closedObject } from "../schemas/fields.ts";
import { AS_OF_HEADER, asOfInstant, asOfRefused } from "./as-of.ts";
import { BODY_LIMIT } from "./errors/error-of.ts";
import type { FaultStage, RequestFaults } from "./faults/fault-plan.ts";
import { type Admission, admit, checkRoute } from "./guard.ts";
import type { ApiKey } from "./keys/api-key.ts";
import { pathOf } from "./known-paths.ts";
import type { Route, RouteCall } from "./route.ts";
import type { ServerContext } from "./server-context.ts";
import type { ReplaySession } from "./sessions/session.ts";
import { checkClosed, partValidator, withoutDefaultsRequired } from "./validation/part-validator.ts";

/** Schema for routes without a query. Checking it makes a misspelled parameter an error. */
const NO_QUERY = closedObject({});

/** Returns the part of a route's schema that Fastify validates and serializes with, and on which the OpenAPI document builds. */
function routeSchema(route: Route): Readonly<Record<string, unknown>> {
  const { status = 200, params, query, body, response, description, summary, tag } = route;
  return {
    // Leaves these routes out of OpenAPI documents that the application makes. Our own document lists them (documentedSchema).
    hide: true,
    operationId: operationIdOf(route),
    tags: [tag],
    summary,
    description,
    security: [{ apiKey: [] }],
    ...schemaPart("params", params),
    ...schemaPart("querystring", query ?? NO_QUERY),
    ...schemaPart("body", body),
    response: { [status]: successResponse(route, response) },
  };
}

function schemaPart(name: string, schema: TSchema | undefined): Readonly<Record<string, unknown>> {
  return schema === undefined ? {} : { [name]: withoutDefaultsRequired(schema) };
}

function successResponse({ contentType, summary }: Route, response: TSchema): unknown {
  if (contentType !== undefined) return { description: summary, content: { [contentType]: { schema: response } } };
  return { description: summary, ...response };
}

/** Returns the operation id of a route: `getMarketDataClock` for `GET /market-data/clock`. */
function operationIdOf({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
}

const checkEmptyBody = partValidator("body", closedObject({}));

/** Throws INVALID_PARAMETERS if a request to a route without a body has a non-empty body. An empty object is allowed. */
function checkNoBody(body: unknown): void {
  if (body === undefined || body === null) return;
  const checked = checkEmptyBody(body);
  if ("error" in checked) throw checked.error;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The key and session of the request. The guard sets it before any other part of the request is read. */
    hindcastAdmission: Admission | null;
  }
}

/** Adds a route. Its guard runs before the body is read; its handler runs after parameters, query and body are validated. */
export function addRoute(app: FastifyInstance, context: ServerContext, route: Route): void {
  for (const part of ["params", "query", "body"] as const) {
    if (route[part] !== undefined) checkClosed(`${part} of ${route.method} ${route.path}`, route[part]);
  }
  const readsMarket = route.path.startsWith("/market-data/");
  const { versioned, contentType, status = 200 } = route;
  const takesNoBody = route.body === undefined;
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
      if (versioned) injectFaults(context, request, reply, done);
      else done();
    },
    handler: (request, reply) => {
      if (takesNoBody) checkNoBody(request.body);
      const call = new RequestCall(context, request, reply, readsMarket);
      if (status !== 200) reply.code(status);
      const answer = route.handler(call as unknown as RouteCall<never, never, never>);
      const { faults } = request.hindcastAdmission!;
      if (faults !== undefined)
        return answerWithFaults(context, faults, answer).then((settled) =>
          withContentType(reply, settled, contentType),
        );
      if (answer instanceof Promise) return answer.then((settled) => withContentType(reply, settled, contentType));
      return reply.send(withContentType(reply, answer, contentType));
    },
  });
}

/** A request as handlers see it. Members that few handlers read are getters, so that other requests do not compute them. */
class RequestCall implements RouteCall<unknown, unknown, unknown> {
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
    if (asOf !== undefined && !readsMarket) throw asOfRefused();
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

/** Sets the content type of a `Buffer`, since Fastify sends bytes without one. */
function withContentType(reply: FastifyReply, answer: unknown, contentType: string | undefined): unknown {
  if (answer instanceof Buffer) reply.type(contentType ?? "application/json; charset=utf-8");
  return answer;
}

/** Applies the session's injected faults to a request before its handler runs. */
function injectFaults(
  { faults, wallClock, paths }: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const { known, session } = request.hindcastAdmission!;
  const plan = faults.planOf(session);
  const { method, url = "" } = request.raw;
  const injected = plan?.request(known.key.owner, method!, pathOf(url).slice(paths.base.length), {
    requestId: request.id,
    limit: known.window.limit,
    now: wallClock(),
  });
  if (injected === undefined) {
    done();
    return;
  }
  request.hindcastAdmission = { known, session, faults: injected };
  void reply.header("x-injected-fault", injected.names.join(", "));
  faults.wait(injected.before.stallMs, () => done(injected.before.error));
}

/** Waits for the answer, then applies the injected faults that take effect after the handler. */
async function answerWithFaults<Answer>(
  { faults }: ServerContext,
  { after }: RequestFaults,
  answer: Answer | Promise<Answer>,
): Promise<Answer> {
  const settled = await answer;
  await stall(after, faults.wait.bind(faults));
  if (after.error !== undefined) throw after.error;
  return settled;
}

function stall({ stallMs }: FaultStage, wait: (ms: number, then: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    wait(stallMs, resolve);
  });
}
