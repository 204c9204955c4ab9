import type { Static, TSchema } from "typebox";
import type { MarketView } from "../market/market-view.ts";
import type { Scope } from "../schemas/scope.ts";
import { BASE_PATH } from "./base-path.ts";
import type { ApiKey } from "./keys/api-key.ts";
import type { ServerContext } from "./server-context.ts";
import type { ReplaySession } from "./sessions/session.ts";

/** A validated request, as a route's handler gets it. */
export interface RouteCall<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The market as of `now`. Handlers see nothing else of the recording. */
  readonly view: MarketView;
  /** Market time of the request in epoch milliseconds: the session's current time, or the instant in the header `X-As-Of`. */
  readonly now: number;
  readonly session: ReplaySession;
  readonly key: ApiKey;
  readonly server: ServerContext;
  /** Headers of the request; names are lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly requestId: string;
  /** Adds a header to the response. */
  setHeader(name: string, value: string): void;
  /** Replaces the HTTP status of the response. */
  setStatus(status: number): void;
}

/** What requests and stream messages change, and for whom. The table in docs/explanation/security.md contains these texts. */
export const CHANGES = {
  account: "the account of the key in the session",
  backtests: "backtests of the key",
  sessions: "sessions of the key",
  fork: "sessions of the key; forking the main session pauses its clock and also needs `replay:main`",
  endedSession: "a session of the key; with `admin` a session of any key",
  clock: "the clock of a session of the key, or of the main session",
  lockstep: "a lockstep session of the key",
  faults: "the faults that all clients of the session get",
  keys: "all keys",
} as const;

export type Change = keyof typeof CHANGES;

type RouteMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

/** What a handler may return: a response that matches its schema, or the bytes of its JSON. */
type RouteAnswer<Answer> = Answer | Buffer | Promise<Answer | Buffer>;

interface RouteDefinition<
  Params extends TSchema | undefined,
  Query extends TSchema | undefined,
  Body extends TSchema | undefined,
  Answer extends TSchema,
> {
  readonly method: RouteMethod;
  /**
   * Path below the API's root path, such as `/market-data/stocks/:symbol/quote`. Paths that begin with `/_` are outside of the root path.
   */
  readonly path: string;
  /** Scope that the API key needs; undefined if any key may send the request. */
  readonly scope: Scope | undefined;
  /** Scope needed instead of `scope` in a session that all keys share, such as the main one. */
  readonly sharedScope?: Scope;
  /** What the request changes, and for whom; undefined if it changes nothing. */
  readonly changes?: Change;
  /** Tag under which the documentation lists the route. */
  readonly tag: Tag;
  readonly summary: string;
  /** Text for the documentation, with details that the summary leaves out. */
  readonly description: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly response: Answer;
  /** HTTP status of a successful response; 200 by default. */
  readonly status?: 200 | 201 | 202;
  /** Content type of a successful response; JSON by default. Handlers with another type return a `Buffer`. */
  readonly contentType?: string;
  handler(call: RouteCall<StaticOf<Params>, StaticOf<Query>, StaticOf<Body>>): RouteAnswer<Static<Answer>>;
}

/** A route with its full path, as the server registers it. */
export interface Route extends RouteDefinition<TSchema | undefined, TSchema | undefined, TSchema | undefined, TSchema> {
  /** Full path of the route. */
  readonly address: string;
  /** Whether the path is below the API's root path, where requests count against the rate limit. */
  readonly versioned: boolean;
}

/**
 * Defines a route of the API. Its schemas provide the types, the validation, the serialization and the documentation. Members with a
 * default in `query` and `body` are filled in. Handlers throw an `ApiError`, or a `HindcastError` of the library.
 *
 * @example
 * export const clock = defineRoute({
 *   method: "GET",
 *   path: "/market-data/clock",
 *   scope: "market_data:read",
 *   tag: "Market data",
 *   summary: "Get the market clock",
 *   description: "`timestamp` is market time, not the host's time.",
 *   response: MarketClock,
 *   handler: ({ view }) => clockOf(view),
 * });
 */
export function defineRoute<
  Answer extends TSchema,
  Params extends TSchema | undefined = undefined,
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
>(definition: RouteDefinition<Params, Query, Body, Answer>): Route {
  const { path } = definition;
  const versioned = !path.startsWith("/_");
  const address = versioned ? BASE_PATH + path : path;
  return Object.freeze({ ...definition, address, versioned }) as unknown as Route;
}

/** Sections of the documentation, each with its description. */
export const TAGS = {
  Operation: "Operator endpoints; no API key required.",
  "Market data": "The market as known at its current time, or at an earlier instant with `X-As-Of`.",
  Administration: "API keys of the server. Requires the scope `admin`.",
  Trading: "Paper orders and the paper account of the API key.",
  Replay:
    "The market clock, sessions with their own clocks, and injected faults for testing clients. Requires the scope `replay:control`. Moving the main clock requires `replay:main`, and faults require `replay:faults`.",
  Backtests:
    "Backtests of the server's strategies over data recorded up to the current time. Requires the scope `backtest`.",
} as const;

export type Tag = keyof typeof TAGS;
