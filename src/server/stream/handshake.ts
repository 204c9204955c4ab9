import type { IncomingMessage } from "node:http";
import { refuseAsOf } from "../as-of.ts";
import { authenticate } from "../authentication/authenticate.ts";
import { ApiError, invalidParameters } from "../errors/api-error.ts";
import type { ApiKey } from "../keys/api-key.ts";
import type { KnownKey } from "../keys/key-ring.ts";
import { limitExceeded, type RequestWindow } from "../limits/rate-limits.ts";
import type { ReplaySession } from "../sessions/session.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { StreamHub } from "./stream-hub.ts";

/** Who may open the stream, on which session; without a key until one is sent. */
export interface StreamAdmission {
  readonly known: KnownKey | undefined;
  /** The main one while no key is known: nobody else is told whether there is the one that is named. */
  readonly session: ReplaySession;
  /** The name of the one that is meant. */
  readonly named: string;
}

/** What was found out of a request before it was refused, or not. */
export interface Found {
  window: RequestWindow;
  known?: KnownKey;
  /** That it names, where the key is known: nobody else is told of it. */
  session?: ReplaySession | undefined;
}

const WEBSOCKET_KEY = /^[+/0-9A-Za-z]{22}==$/;

/**
 * Lets a request for the stream pass or throws, before the protocol is changed. In this order: the request itself, key, limit, session, rights,
 * origin, members of the address, headers of other requests.
 */
export function admitStream(hub: StreamHub, request: IncomingMessage, address: string, found: Found): StreamAdmission {
  const { context, settings } = hub;
  const { headers } = request;
  checkWebSocket(request);
  let known: KnownKey | undefined;
  const query = queryOf(request);
  if (headers.authorization !== undefined) {
    known = authenticate(context, headers.authorization, () => address);
    const session = namedSession(context.sessions, known.key, query);
    found.window = known.window;
    found.known = known;
    found.session = session;
    const now = context.wallClock();
    if (!known.window.take(now)) throw limitExceeded(known.window, now);
  }
  const { main } = context.sessions;
  const named = query.get("session") ?? main.id;
  if (known !== undefined) {
    context.sessions.getFor(known.key, named);
    hub.check(known);
  }
  checkOrigin(headers.origin, headers.host, settings.origins);
  checkQuery(query);
  checkHeaders(headers, query, main.id);
  if (known === undefined) hub.makeRoom(address);
  return { known, session: found.session ?? main, named };
}

/** The members of an address. */
export function queryOf({ url = "" }: Pick<IncomingMessage, "url">): URLSearchParams {
  return new URLSearchParams(url.split("?").slice(1).join("?"));
}

/** The session that a request for the stream means; undefined where none of that name is open to the key. */
export function namedSession(sessions: Sessions, key: ApiKey, query: URLSearchParams): ReplaySession | undefined {
  const named = query.get("session");
  return named === null ? sessions.main : sessions.findFor(key, named);
}

function checkWebSocket({ method = "", headers }: IncomingMessage): void {
  const refuse = (parameter: string, reason: string): never => {
    throw invalidParameters([{ in: "header", parameter, reason }]);
  };
  if (method !== "GET") throw openedByGet(method);
  if (!WEBSOCKET_KEY.test(headers["sec-websocket-key"] ?? ""))
    refuse("Sec-WebSocket-Key", "must be 16 bytes in base64");
  if (headers["sec-websocket-version"] !== "13") {
    const problem = {
      in: "header",
      parameter: "Sec-WebSocket-Version",
      reason: "must be 13",
      allowed: ["13"],
    } as const;
    throw invalidParameters([{ ...problem, allowed: ["13"] }], {}, { headers: { "sec-websocket-version": "13" } });
  }
  const protocols = headers["sec-websocket-protocol"];
  if (protocols !== undefined) refuse("Sec-WebSocket-Protocol", "must be left out: the stream has no subprotocol");
}

/** Pages of other origins may not open the stream with what a browser knows. Programs send no origin. */
function checkOrigin(origin: string | undefined, host: string | undefined, origins: readonly string[]): void {
  if (origin === undefined || origins.includes(origin) || origins.includes("*")) return;
  if (host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)) return;
  const reason = "must be the server's own or one that it allows";
  throw invalidParameters([{ in: "header", parameter: "Origin", value: origin, reason }]);
}

/** Headers that say of other requests what they are about would be passed over here. */
function checkHeaders(headers: IncomingMessage["headers"], query: URLSearchParams, main: string): void {
  const session = headers["x-replay-session"];
  if (session !== undefined && session !== main && !query.has("session")) {
    const reason = "must be left out: the stream names its session in the address, by ?session=";
    throw invalidParameters([{ in: "header", parameter: "X-Replay-Session", value: session, reason }]);
  }
  if (headers["x-as-of"] !== undefined) throw refuseAsOf();
}

/** What is in an address stands in logs: keys have no place there, and values are not repeated. */
function checkQuery(query: URLSearchParams): void {
  for (const name of new Set(query.keys())) {
    if (name !== "session") {
      const reason = "is unknown: a key is shown in the header Authorization or in the first message";
      throw invalidParameters([{ in: "query", parameter: name, reason, allowed: ["session"] }]);
    }
    if (query.getAll(name).length > 1)
      throw invalidParameters([{ in: "query", parameter: name, reason: "must be given once" }]);
  }
}

/** The error of a request for the stream by another method. */
export function openedByGet(method: string): ApiError {
  const allow = ["GET"];
  const message = `the stream must be opened with GET, was ${method}`;
  return new ApiError("METHOD_NOT_ALLOWED", message, { method, allow }, { headers: { allow: allow.join(", ") } });
}
