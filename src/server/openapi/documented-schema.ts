import type { FastifySchema } from "fastify";
import { BASE_PATH } from "../base-path.ts";
import { SETTINGS_NAME } from "./settings-schema.ts";

/** The name under which the documentation keeps the error body, and how its schemas refer to it. */
export const ERROR_NAME = "Error";
const ERROR_REF = `#/components/schemas/${ERROR_NAME}`;
const SETTINGS_REF = `#/components/schemas/${SETTINGS_NAME}`;

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
export function documentedSchema(schema: FastifySchema | undefined, url: string, method: string): FastifySchema {
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
