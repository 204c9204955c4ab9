import type { IncomingMessage } from "node:http";
import { asOfRefused } from "../as-of.ts";
import { authenticate } from "../authentication/authenticate.ts";
import { ApiError, invalidParameters } from "../errors/api-error.ts";
import type { ApiKey } from "../keys/api-key.ts";
import type { KnownKey } from "../keys/key-ring.ts";
import { limitExceeded, type RequestWindow } from "../limits/rate-limits.ts";
import type { ReplaySession } from "../sessions/session.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { StreamHub } from "./stream-hub.ts";

/** API key and session of a request that opens the stream. The key may follow in a message. */
export interface StreamAdmission {
  readonly known: KnownKey | undefined;
  /**
   * The session of the connection. It is the main session while no key is known, so that clients without a key cannot find out which
   * sessions exist.
   */
  readonly session: ReplaySession;
  /** Id of the requested session. */
  readonly sessionName: string;
}

/** Facts about a request, for the response and the log. */
export interface HandshakeState {
  window: RequestWindow;
  known?: KnownKey;
  /** The requested session, once the key is known. */
  session?: ReplaySession | undefined;
}

const WEBSOCKET_KEY = /^[+/0-9A-Za-z]{22}==$/;

/**
 * Accepts a request that opens the stream, or throws before the connection becomes a WebSocket. Checks come in this order: WebSocket
 * headers, key, rate limit, session, rights, origin, query, headers that only other requests accept.
 */
export function admitStream(
  hub: StreamHub,
  request: IncomingMessage,
  address: string,
  state: HandshakeState,
): StreamAdmission {
  const { context, settings } = hub;
  const { headers } = request;
  checkWebSocket(request);
  let known: KnownKey | undefined;
  const query = queryOf(request);
  if (headers.authorization !== undefined) {
    known = authenticate(context, headers.authorization, () => address);
    const session = namedSession(context.sessions, known.key, query);
    state.window = known.window;
    state.known = known;
    state.session = session;
    const now = context.wallClock();
    if (!known.window.count(now)) throw limitExceeded(known.window, now);
  }
  const { main } = context.sessions;
  const sessionName = query.get("session") ?? main.id;
  if (known !== undefined) {
    context.sessions.getFor(known.key, sessionName);
    hub.check(known);
  }
  checkOrigin(headers.origin, headers.host, settings.origins);
  checkQuery(query);
  checkHeaders(headers, query, main.id);
  if (known === undefined) hub.makeRoom(address);
  return { known, session: state.session ?? main, sessionName };
}

/** Returns the query of a URL. */
export function queryOf({ url = "" }: Pick<IncomingMessage, "url">): URLSearchParams {
  return new URLSearchParams(url.split("?").slice(1).join("?"));
}

/** Returns the session of a stream request; undefined if no session with that id is open to the API key. */
export function namedSession(sessions: Sessions, key: ApiKey, query: URLSearchParams): ReplaySession | undefined {
  const sessionName = query.get("session");
  return sessionName === null ? sessions.main : sessions.findFor(key, sessionName);
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
  if (protocols !== undefined) refuse("Sec-WebSocket-Protocol", "must be left out: the stream uses no subprotocol");
}

/**
 * Refuses web pages of other origins, which could use the stream with a browser's credentials. Programs other than browsers send no origin.
 */
function checkOrigin(origin: string | undefined, host: string | undefined, origins: readonly string[]): void {
  if (origin === undefined || origins.includes(origin) || origins.includes("*")) return;
  if (host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)) return;
  const reason = "must be the server's own origin or an allowed one";
  throw invalidParameters([{ in: "header", parameter: "Origin", value: origin, reason }]);
}

/** Refuses headers that apply only to other requests and would have no effect here. */
function checkHeaders(headers: IncomingMessage["headers"], query: URLSearchParams, main: string): void {
  const session = headers["x-replay-session"];
  if (session !== undefined && session !== main && !query.has("session")) {
    const reason = "must be left out: select the session of the stream with ?session= in the URL";
    throw invalidParameters([{ in: "header", parameter: "X-Replay-Session", value: session, reason }]);
  }
  if (headers["x-as-of"] !== undefined) throw asOfRefused();
}

/** Refuses unknown query parameters. URLs are logged, so they must not contain API keys, and the error does not repeat the values. */
function checkQuery(query: URLSearchParams): void {
  for (const name of new Set(query.keys())) {
    if (name !== "session") {
      const reason = "is not a known query parameter: send the key in the Authorization header or in the first message";
      throw invalidParameters([{ in: "query", parameter: name, reason, allowed: ["session"] }]);
    }
    if (query.getAll(name).length > 1)
      throw invalidParameters([{ in: "query", parameter: name, reason: "must be given once" }]);
  }
}

/** Returns the error for a request to the stream's path with a method other than GET. */
export function openedByGet(method: string): ApiError {
  const allow = ["GET"];
  const message = `the stream must be opened with GET, was ${method}`;
  return new ApiError("METHOD_NOT_ALLOWED", message, { method, allow }, { headers: { allow: allow.join(", ") } });
}
