import type { TSchema } from "typebox";
import { closedObject } from "../../schemas/closed-object.ts";
import type { Route } from "../route.ts";
import { withoutDefaultsRequired } from "../validation/closed-schema.ts";

/** The query of a route that has none: it is checked all the same, or misspelt parameters would be overlooked. */
const NO_QUERY = closedObject({});

/** What Fastify checks and writes of a route, and what its documentation begins with. */
export function routeSchema(route: Route): Readonly<Record<string, unknown>> {
  const { status = 200, params, query, body, response, description, summary, tag } = route;
  return {
    // Documents of the application do not list it; the own document shows it again.
    hide: true,
    operationId: operationIdOf(route),
    tags: [tag],
    summary,
    description,
    security: [{ apiKey: [] }],
    ...part("params", params),
    ...part("querystring", query ?? NO_QUERY),
    ...part("body", body),
    response: { [status]: success(route, response) },
  };
}

function part(name: string, schema: TSchema | undefined): Readonly<Record<string, unknown>> {
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
