import type { TSchema } from "typebox";
import { ApiErrorBody } from "../../schemas/api-error.ts";
import type { Route } from "../route.ts";
import { withoutDefaultsRequired } from "../validation/closed-schema.ts";

/** The schema of a route as Fastify and its documentation read it. */
export type RouteSchema = Readonly<Record<string, unknown>>;

/** Failures that every route may answer with, and what each is about. */
const FAILURES: Readonly<Record<number, string>> = {
  400: "The request is invalid: INVALID_PARAMETERS, MARKET_CLOSED.",
  401: "The API key is missing or invalid: INVALID_API_KEY.",
  403: "The key may not do this: INSUFFICIENT_SCOPE, TIER_REQUIRED, LIVE_TRADING_DISABLED.",
  404: "There is no such thing as of now: NOT_FOUND, SYMBOL_NOT_FOUND and others.",
  429: "Too many requests: RATE_LIMIT_EXCEEDED.",
  500: "A failure of the server: INTERNAL_ERROR.",
  503: "The server is shutting down or busy: SERVICE_UNAVAILABLE.",
};

const OF_BODIES: Readonly<Record<number, string>> = {
  409: "The state of the thing does not allow this.",
  413: "The body is too large: PAYLOAD_TOO_LARGE.",
  415: "The body is not JSON: UNSUPPORTED_MEDIA_TYPE.",
  422: "What the request asks for cannot be done: INSUFFICIENT_FUNDS and others.",
};

const failure = (description: string): unknown => ({
  description,
  content: { "application/json": { schema: ApiErrorBody } },
});

/** What Fastify checks, writes and documents of a route. */
export function routeSchema(route: Route): RouteSchema {
  const { method, status = 200, params, query, body, response } = route;
  const failures = method === "GET" ? FAILURES : { ...FAILURES, ...OF_BODIES };
  return {
    operationId: operationIdOf(route),
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: [{ apiKey: [] }],
    ...part("params", params),
    ...part("querystring", query),
    ...part("body", body),
    response: {
      [status]: success(route, response),
      ...Object.fromEntries(Object.entries(failures).map(([code, text]) => [code, failure(text)])),
    },
  };
}

function part(name: string, schema: TSchema | undefined): RouteSchema {
  return schema === undefined ? {} : { [name]: withoutDefaultsRequired(schema) };
}

function success(route: Route, response: TSchema): unknown {
  const { contentType, summary } = route;
  if (contentType !== undefined) return { description: summary, content: { [contentType]: { schema: response } } };
  return { description: summary, ...response };
}

/** `getMarketDataClock` of `GET /market-data/clock`. */
function operationIdOf({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
}
