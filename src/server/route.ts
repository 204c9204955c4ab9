import type { Static, TSchema } from "typebox";
import type { MarketView } from "../market/market-view.ts";
import type { Scope } from "../schemas/scope.ts";
import { BASE_PATH } from "./base-path.ts";
import type { ApiKey } from "./keys/api-key.ts";
import type { ServerContext } from "./server-context.ts";
import type { ReplaySession } from "./sessions/session.ts";

/** What a handler is given of a request that was found in order. */
export interface RouteCall<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The market as of `now`: all that a handler sees of the recording. */
  readonly view: MarketView;
  /** Market time of this request, epoch milliseconds: the session's, or that of `X-As-Of`. */
  readonly now: number;
  readonly session: ReplaySession;
  readonly key: ApiKey;
  readonly server: ServerContext;
  /** Headers of the request, names in small letters. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly requestId: string;
  /** Adds a header to the answer. */
  setHeader(name: string, value: string): void;
  /** Answers with another status than the route's. */
  setStatus(status: number): void;
}

/** What requests and messages change, and of whom: the table of docs/explanation/security.md says it in these words. */
export const CHANGES = {
  account: "the account of the key in the session",
  backtests: "backtests of the key",
  sessions: "sessions of the key",
  fork: "sessions of the key; a fork of the main one stops its clock and needs `replay:main` too",
  endedSession: "a session of the key; of any key with `admin`",
  clock: "the clock of a session of the key, or of the main one",
  lockstep: "a session of the key in lockstep",
  faults: "what all clients of the session meet",
  keys: "all keys",
} as const;

export type Change = keyof typeof CHANGES;

type RouteMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type Read<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

/** An answer, as its schema says or as the bytes of such JSON. */
type RouteAnswer<Answer> = Answer | Buffer | Promise<Answer | Buffer>;

interface RouteDefinition<
  Params extends TSchema | undefined,
  Query extends TSchema | undefined,
  Body extends TSchema | undefined,
  Answer extends TSchema,
> {
  readonly method: RouteMethod;
  /** Below the versioned root, such as `/market-data/stocks/:symbol/quote`; paths that begin with `/_` stand beside it. */
  readonly path: string;
  /** What a key must be allowed to do; undefined where any key may ask. */
  readonly scope: Scope | undefined;
  /** The scope that is needed instead in a session that all keys share, such as the main one; `scope` when left out. */
  readonly sharedScope?: Scope;
  /** What it changes, and of whom; nothing when left out. */
  readonly changes?: Change;
  /** Under which the documentation lists it. */
  readonly tag: Tag;
  readonly summary: string;
  /** What the summary leaves open, for who reads the documentation. */
  readonly description: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly response: Answer;
  /** Of a success; 200 unless said otherwise. */
  readonly status?: 200 | 201 | 202;
  /** Of a success; JSON unless said otherwise. Other types answer with a `Buffer`. */
  readonly contentType?: string;
  handler(call: RouteCall<Read<Params>, Read<Query>, Read<Body>>): RouteAnswer<Static<Answer>>;
}

/** A route as the server keeps it. */
export interface Route extends RouteDefinition<TSchema | undefined, TSchema | undefined, TSchema | undefined, TSchema> {
  /** Its whole path. */
  readonly address: string;
  /** It is under the versioned root: it is counted, and its answers say so. */
  readonly versioned: boolean;
}

/**
 * Defines a route of the API: its schemas are its types, what is checked before the handler is called, how the answer is written and what the
 * documentation says. Members with a default in `query` and `body` are filled in. Errors are thrown: an `ApiError`, or a `HindcastError` of the library.
 *
 * @example
 * export const clock = defineRoute({
 *   method: "GET",
 *   path: "/market-data/clock",
 *   scope: "market_data:read",
 *   tag: "Market data",
 *   summary: "The time of the market",
 *   description: "`timestamp` is the market's now, not the host's.",
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

/** What the documentation lists routes under, and what each is about. */
export const TAGS = {
  Operation: "For who runs the server. Without a key.",
  "Market data": "What is known of the market at its now, or at an earlier instant by `X-As-Of`.",
  Administration: "The keys of the server. They need the scope `admin`.",
  Trading: "Orders on paper, and the account of the key that they belong to.",
  Replay:
    "The market's clock, sessions with a clock of their own, and faults to test clients with. They need the scope `replay:control`; to move the main clock `replay:main`, and faults `replay:faults`.",
  Backtests: "Strategies of the server over what is recorded up to now. They need the scope `backtest`.",
} as const;

export type Tag = keyof typeof TAGS;
