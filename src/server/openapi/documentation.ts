import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance, FastifySchema } from "fastify";
import { ApiErrorBody } from "../../schemas/api-error.ts";
import { BASE_PATH } from "../base-path.ts";
import { plainHeaders } from "../headers/answer-headers.ts";
import { type Tag, TAGS } from "../route.ts";
import { SETTINGS_NAME, SETTINGS_SCHEMA } from "./settings-schema.ts";

/** Styles of the documentation pages: they hide the choice of other documents, and adapt the layout to narrow screens. */
const PAGE_STYLES = `
.swagger-ui .topbar { display: none; }
.swagger-ui .info { margin: 30px 0; }
@media (max-width: 640px) {
  .swagger-ui .wrapper, .swagger-ui .scheme-container .schemes { padding: 0 12px; }
  .swagger-ui .info code { white-space: normal; overflow-wrap: anywhere; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag a { flex: 1; }
  .swagger-ui .opblock-tag small { flex-basis: 100%; order: 1; padding: 0; }
  .swagger-ui .opblock .opblock-summary-path { max-width: none; font-size: 13px; }
  .swagger-ui .opblock .opblock-summary-method { min-width: 66px; font-size: 12px; }
  .swagger-ui .opblock .opblock-summary-description { text-align: left; }
}
`;

/** Title and styles of the documentation pages. */
const PAGES_THEME = { title: "Hindcast API", css: [{ filename: "hindcast.css", content: PAGE_STYLES }] };

/** Adds the viewport for phones to a page, which the library that makes the page leaves out. */
function withViewport(page: string): string {
  return page.replace("<head>", '<head><meta name="viewport" content="width=device-width, initial-scale=1">');
}

/** Path of the documentation pages. The OpenAPI document is at the path `json` below it. */
export const DOCUMENTATION_PATH = "/docs";

const DESCRIPTION = `A recorded market, replayed on a simulated clock and served as if it were live. Answers contain no data later than the clock's current time.

Every request carries an API key, \`Authorization: Bearer <API_KEY>\`. Requests are limited per hour; the headers X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset (Unix seconds) show the limit. All errors have the same body: a code, a message and details. A header \`X-As-Of\` with an earlier instant, on any request for market data, returns the market as it was known then.`;

/** Content security policy of the documentation pages. They load nothing from other servers. */
const PAGES_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'";

/**
 * Adds the OpenAPI document and its pages, which need no API key. `tags` sets the order of the sections. Paths in the document are relative
 * to `prefix`.
 */
export async function addDocumentation(app: FastifyInstance, prefix: string, tags: readonly Tag[]): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Hindcast",
        version: "2.0.0",
        description: DESCRIPTION,
        contact: { name: "Hindcast" },
        license: { name: "MIT", identifier: "MIT" },
      },
      tags: tags.map((name) => ({ name, description: TAGS[name] })),
      components: {
        securitySchemes: { apiKey: { type: "http", scheme: "bearer", description: "An API key." } },
        // A schema shared in the Fastify instance would also appear in the application's own documents.
        schemas: { [ERROR_NAME]: ApiErrorBody, [SETTINGS_NAME]: SETTINGS_SCHEMA as object },
      },
      servers: [{ url: prefix === "" ? "/" : prefix }],
    },
    // The document contains the error body once, and lists for each route the errors of all routes.
    transform: ({ schema, url, route }) => ({
      schema: documentedSchema(schema, url.slice(prefix.length), String(route.method)),
      url,
    }),
  });
  await app.register(async (pages) => {
    pages.addHook("onRequest", (request, reply, done) => {
      reply.headers(plainHeaders(request.id));
      done();
    });
    pages.addHook("onSend", (_request, reply, payload, done) => {
      const isPage = typeof payload === "string" && String(reply.getHeader("content-type")).startsWith("text/html");
      done(null, isPage ? withViewport(payload) : payload);
    });
    await pages.register(swaggerUi, {
      routePrefix: DOCUMENTATION_PATH,
      // Base for the page's links to its files if the page's URL has no trailing slash.
      indexPrefix: prefix,
      staticCSP: PAGES_POLICY,
      theme: PAGES_THEME,
    });
  });
}

/** Names of shared schemas in the document, and references to them. */
const ERROR_NAME = "Error";
const ERROR_REF = `#/components/schemas/${ERROR_NAME}`;
const SETTINGS_REF = `#/components/schemas/${SETTINGS_NAME}`;

/** Descriptions of the errors that every route may return, by HTTP status. */
const FAILURES: Readonly<Record<number, string>> = {
  400: "The request is invalid: INVALID_PARAMETERS, MARKET_CLOSED.",
  401: "The API key is missing or invalid: INVALID_API_KEY.",
  403: "The key may not do this: INSUFFICIENT_SCOPE, TIER_REQUIRED, LIVE_TRADING_DISABLED.",
  404: "Not found at the session's current time: NOT_FOUND, SYMBOL_NOT_FOUND and others.",
  429: "Too many requests: RATE_LIMIT_EXCEEDED.",
  500: "A failure of the server: INTERNAL_ERROR.",
  503: "The server is shutting down or busy: SERVICE_UNAVAILABLE.",
};

const FAILURES_OF_BODIES: Readonly<Record<number, string>> = {
  409: "The current state does not allow this: ORDER_NOT_CANCELABLE and others.",
  413: "The body is too large: PAYLOAD_TOO_LARGE.",
  415: "The body is not JSON in UTF-8, or is encoded: UNSUPPORTED_MEDIA_TYPE.",
  422: "The request is valid but cannot be carried out: INSUFFICIENT_FUNDS and others.",
};

/** Path of a backtest's report. In a checkout, the code of report pages may not be built. */
const REPORT = `${BASE_PATH}/trading/backtests/:id/report`;
const REPORT_FAILURES = { 501: "The code of the report page is not built: NOT_IMPLEMENTED." } as const;

const LIMIT_HEADERS = {
  "X-RateLimit-Limit": { type: "integer", description: "Requests allowed in the window." },
  "X-RateLimit-Remaining": { type: "integer", description: "Requests left in the window." },
  "X-RateLimit-Reset": { type: "integer", description: "When the window ends, Unix seconds." },
} as const;

const SESSION_HEADER = {
  "X-Replay-Session": { type: "string", description: "Replay session of the request; the main session by default." },
} as const;

const IDEMPOTENCY = {
  "Idempotency-Key": {
    type: "string",
    minLength: 1,
    maxLength: 255,
    description:
      "Makes the request safe to repeat: requests with the same key take effect once and get the same answer.",
  },
} as const;

const AS_OF = {
  "X-As-Of": {
    type: "string",
    description:
      "Returns the market as it was known at this instant, which must not be in the future. A date is midnight at the exchange.",
  },
} as const;

/** The members of a Fastify route schema that the documentation uses. */
interface RouteSchema {
  readonly hide?: boolean;
  readonly operationId?: string;
  readonly security?: readonly unknown[];
  readonly response?: Readonly<Record<string, object>>;
  readonly body?: { readonly properties?: Readonly<Record<string, { readonly description?: string }>> };
}

/** Descriptions of the errors of routes that need no API key. */
const FAILURES_WITHOUT_KEY: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  "/health": { 400: "The request is not valid HTTP: INVALID_PARAMETERS." },
  "/ready": {
    400: "The request is not valid HTTP: INVALID_PARAMETERS.",
    503: "The server does not accept requests: SERVICE_UNAVAILABLE.",
  },
};

/**
 * Adds what routes have in common to the schema of a route: error responses, the header that selects a replay session, and the headers of rate limits. `url` is relative to the prefix of
 * the service. Schemas without an operation id stay unchanged.
 */
function documentedSchema(schema: FastifySchema | undefined, url: string, method: string): FastifySchema {
  const { hide: _hidden, ...routeSchema } = (schema ?? {}) as RouteSchema;
  if (routeSchema.operationId === undefined) return schema ?? {};
  if (routeSchema.security === undefined || routeSchema.security.length === 0)
    return {
      ...routeSchema,
      response: { ...routeSchema.response, ...failures(FAILURES_WITHOUT_KEY[url] ?? {}) },
    } as FastifySchema;
  const versioned = url.startsWith(`${BASE_PATH}/`);
  const isMarketData = url.startsWith(`${BASE_PATH}/market-data/`);
  const isBacktest = url.startsWith(`${BASE_PATH}/trading/backtests/`);
  const isTradingWrite = method !== "GET" && url.startsWith(`${BASE_PATH}/trading/`) && !isBacktest;
  const isSessionList = url.startsWith("/_replay/sessions");
  const isInSession = versioned || (url.startsWith("/_replay/") && !isSessionList);
  const { 409: conflict } = FAILURES_OF_BODIES;
  const failureTexts = {
    ...FAILURES,
    ...(method === "GET" ? {} : FAILURES_OF_BODIES),
    ...(isBacktest ? { 409: conflict } : {}),
    ...(url === REPORT ? REPORT_FAILURES : {}),
  };
  const headers = { ...SESSION_HEADER, ...(isMarketData ? AS_OF : {}), ...(isTradingWrite ? IDEMPOTENCY : {}) };
  const successes = Object.entries(routeSchema.response ?? {}).map(([status, one]) => [
    status,
    versioned ? { ...one, headers: LIMIT_HEADERS } : one,
  ]);
  return {
    ...routeSchema,
    ...(routeSchema.body && { body: withSettings(routeSchema.body) }),
    ...(isInSession ? { headers: { type: "object", properties: headers } } : {}),
    ...(isSessionList && method === "POST" ? { headers: { type: "object", properties: IDEMPOTENCY } } : {}),
    response: {
      ...Object.fromEntries(successes),
      ...failures(failureTexts),
    },
  } as FastifySchema;
}

/** Replaces the member `settings` of a body by a reference to the schema of run settings. */
function withSettings(body: NonNullable<RouteSchema["body"]>): object {
  const { settings, ...others } = body.properties ?? {};
  if (settings === undefined) return body;
  const { description } = settings;
  return { ...body, properties: { ...others, settings: { description, $ref: SETTINGS_REF } } };
}

/** Returns the error responses of a route by HTTP status. */
function failures(descriptions: Readonly<Record<number, string>>): Readonly<Record<string, object>> {
  const content = { "application/json": { schema: { $ref: ERROR_REF } } };
  return Object.fromEntries(
    Object.entries(descriptions).map(([status, description]) => [status, { description, content }]),
  );
}
