import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance, FastifySchema } from "fastify";
import { ApiErrorBody } from "../../schemas/api-error.ts";
import { BASE_PATH } from "../base-path.ts";
import { plainHeaders } from "../headers/answer-headers.ts";
import { type Tag, TAGS } from "../route.ts";
import { SETTINGS_NAME, SETTINGS_SCHEMA } from "./settings-schema.ts";

/** The pages are of this document alone, so there is no choice of another one; on a narrow page nothing is cut. */
const LOOKS = `
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

/** Title and looks of the pages. */
const PAGES_THEME = { title: "Hindcast API", css: [{ filename: "hindcast.css", content: LOOKS }] };

/** A page that telephones show in their own width: whoever made it forgot to say so. */
function narrowToo(page: string): string {
  return page.replace("<head>", '<head><meta name="viewport" content="width=device-width, initial-scale=1">');
}

/** Where the pages stand; the document itself is `json` below them. */
export const DOCUMENTATION_PATH = "/docs";

const DESCRIPTION = `A recorded market, replayed on one virtual clock and served as if it were live. Answers depend on nothing later than the clock's now.

Every request carries an API key, \`Authorization: Bearer <API_KEY>\`. Requests are counted by the hour; the headers X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset (Unix seconds) say what is left. Failures have one body: a code, a message and details. On every request for market data a header \`X-As-Of\` with an earlier instant reads the market as it was known then.`;

/** The pages bring all that they need, and load nothing from elsewhere. */
const PAGES_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'";

/**
 * Adds the OpenAPI document and the pages that show it, for which no key is needed. `tags` are those of the routes, in the order of the pages. The paths
 * of the document begin below `prefix`.
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
        // Not a shared schema of the instance: documents of the application would show it.
        schemas: { [ERROR_NAME]: ApiErrorBody, [SETTINGS_NAME]: SETTINGS_SCHEMA as object },
      },
      servers: [{ url: prefix === "" ? "/" : prefix }],
    },
    // The document names the error body once, and says of every route which failures it may answer with.
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
      done(null, isPage ? narrowToo(payload) : payload);
    });
    await pages.register(swaggerUi, {
      routePrefix: DOCUMENTATION_PATH,
      // Of what the page loads where its address ends without a slash.
      indexPrefix: prefix,
      staticCSP: PAGES_POLICY,
      theme: PAGES_THEME,
    });
  });
}

/** The name under which the documentation keeps the error body, and how its schemas refer to it. */
const ERROR_NAME = "Error";
const ERROR_REF = `#/components/schemas/${ERROR_NAME}`;
const SETTINGS_REF = `#/components/schemas/${SETTINGS_NAME}`;

/** Failures that every route may answer with, and what each is about. */
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
  409: "The state of the thing does not allow this: ORDER_NOT_CANCELABLE and others.",
  413: "The body is too large: PAYLOAD_TOO_LARGE.",
  415: "The body is not JSON in UTF-8, or is encoded: UNSUPPORTED_MEDIA_TYPE.",
  422: "What the request asks for cannot be done: INSUFFICIENT_FUNDS and others.",
};

/** The page alone is made from code that a checkout may not have built. */
const REPORT = `${BASE_PATH}/trading/backtests/:id/report`;
const NOT_BUILT = { 501: "The code of the report's page was not built: NOT_IMPLEMENTED." } as const;

const LIMIT_HEADERS = {
  "X-RateLimit-Limit": { type: "integer", description: "Requests allowed in the window." },
  "X-RateLimit-Remaining": { type: "integer", description: "Requests left in the window." },
  "X-RateLimit-Reset": { type: "integer", description: "When the window ends, Unix seconds." },
} as const;

const SESSION_HEADER = {
  "X-Replay-Session": { type: "string", description: "The replay session that is meant; the main one when left out." },
} as const;

const IDEMPOTENCY = {
  "Idempotency-Key": {
    type: "string",
    minLength: 1,
    maxLength: 255,
    description: "Makes the request safe to repeat: with the same key it is done once, and answered as it was.",
  },
} as const;

const AS_OF = {
  "X-As-Of": {
    type: "string",
    description:
      "Reads the market as it was known at an instant that is not later than now; a date is its midnight at the exchange.",
  },
} as const;

/** What is read here of a route's schema. */
interface OwnSchema {
  readonly hide?: boolean;
  readonly operationId?: string;
  readonly security?: readonly unknown[];
  readonly response?: Readonly<Record<string, object>>;
  readonly body?: { readonly properties?: Readonly<Record<string, { readonly description?: string }>> };
}

/** Failures of the routes that need no key. */
const FAILURES_WITHOUT_KEY: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  "/health": { 400: "The message is no valid HTTP: INVALID_PARAMETERS." },
  "/ready": {
    400: "The message is no valid HTTP: INVALID_PARAMETERS.",
    503: "They are not: SERVICE_UNAVAILABLE.",
  },
};

/**
 * The schema of a route with what all of its kind have in common: failures, the headers of sessions and limits. `url` begins below the prefix of the
 * service. What has no operation id is no operation of the API.
 */
function documentedSchema(schema: FastifySchema | undefined, url: string, method: string): FastifySchema {
  const { hide: _hidden, ...own } = (schema ?? {}) as OwnSchema;
  if (own.operationId === undefined) return schema ?? {};
  if (own.security === undefined || own.security.length === 0)
    return { ...own, response: { ...own.response, ...failures(FAILURES_WITHOUT_KEY[url] ?? {}) } } as FastifySchema;
  const versioned = url.startsWith(`${BASE_PATH}/`);
  const reads = url.startsWith(`${BASE_PATH}/market-data/`);
  const ofBacktest = url.startsWith(`${BASE_PATH}/trading/backtests/`);
  const acts = method !== "GET" && url.startsWith(`${BASE_PATH}/trading/`) && !ofBacktest;
  const ofSessions = url.startsWith("/_replay/sessions");
  const ofOne = versioned || (url.startsWith("/_replay/") && !ofSessions);
  const { 409: conflict } = FAILURES_OF_BODIES;
  const fails = {
    ...FAILURES,
    ...(method === "GET" ? {} : FAILURES_OF_BODIES),
    ...(ofBacktest ? { 409: conflict } : {}),
    ...(url === REPORT ? NOT_BUILT : {}),
  };
  const headers = { ...SESSION_HEADER, ...(reads ? AS_OF : {}), ...(acts ? IDEMPOTENCY : {}) };
  const successes = Object.entries(own.response ?? {}).map(([status, one]) => [
    status,
    versioned ? { ...one, headers: LIMIT_HEADERS } : one,
  ]);
  return {
    ...own,
    ...(own.body && { body: withSettings(own.body) }),
    ...(ofOne ? { headers: { type: "object", properties: headers } } : {}),
    ...(ofSessions && method === "POST" ? { headers: { type: "object", properties: IDEMPOTENCY } } : {}),
    response: {
      ...Object.fromEntries(successes),
      ...failures(fails),
    },
  } as FastifySchema;
}

/** A body whose member `settings` is that of a run says which there are. */
function withSettings(body: NonNullable<OwnSchema["body"]>): object {
  const { settings, ...others } = body.properties ?? {};
  if (settings === undefined) return body;
  const { description } = settings;
  return { ...body, properties: { ...others, settings: { description, $ref: SETTINGS_REF } } };
}

/** Answers with the error body, by status. */
function failures(descriptions: Readonly<Record<number, string>>): Readonly<Record<string, object>> {
  const content = { "application/json": { schema: { $ref: ERROR_REF } } };
  return Object.fromEntries(
    Object.entries(descriptions).map(([status, description]) => [status, { description, content }]),
  );
}
