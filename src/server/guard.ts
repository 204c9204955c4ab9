import type { FastifyReply, FastifyRequest } from "fastify";
import { authenticate } from "./authentication/authenticate.ts";
import { ApiError } from "./errors/api-error.ts";
import type { RequestFaults } from "./faults/fault-plan.ts";
import { countedHeaders, plainHeaders } from "./headers/answer-headers.ts";
import type { KnownKey } from "./keys/key-ring.ts";
import { limitExceeded, type RequestWindow } from "./limits/rate-limits.ts";
import { busyError } from "./pressure.ts";
import type { Route } from "./route.ts";
import type { ServerContext } from "./server-context.ts";
import type { ReplaySession } from "./sessions/session.ts";
import { checkScope } from "./stream/rights.ts";

/** The API key and session of a request that passed the guard. */
export interface Admission {
  readonly known: KnownKey;
  readonly session: ReplaySession;
  /** Injected faults that apply to the request. */
  readonly faults?: RequestFaults;
}

const SESSION_HEADER = "x-replay-session";

/**
 * Lets a request pass or throws, and sets the headers of its response in either case. Checks come in this order: server closing, key, rate
 * limit, `afterLimit` (unknown path, method, scope), session. A session of another key counts as unknown.
 */
export function admit(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  versioned: boolean,
  afterLimit: (known: KnownKey, session: ReplaySession | undefined) => void,
): Admission {
  const { sessions, failedAttempts, wallClock, clients } = context;
  const sessionId = request.headers[SESSION_HEADER];
  let window: RequestWindow | undefined;
  try {
    if (context.lifecycle.closing) throw closingError();
    const known = authenticate(context, request.headers.authorization, () =>
      clients.addressOf(request.raw, request.ip),
    );
    ({ window } = known);
    const session = sessionId === undefined ? sessions.main : sessions.findFor(known.key, String(sessionId));
    const admission = { known, session: session ?? sessions.main };
    // Set before the checks below, so that a refused request is also logged with its key and gets the session's time.
    request.hindcastAdmission = admission;
    const now = wallClock();
    if (versioned && !window.count(now)) throw limitExceeded(window, now);
    afterLimit(known, session);
    if (session === undefined) sessions.getFor(known.key, String(sessionId));
    return admission;
  } finally {
    const shownWindow = window ?? failedAttempts.windowOf(clients.addressOf(request.raw, request.ip));
    reply.headers(versioned ? countedHeaders(request.id, shownWindow, wallClock()) : plainHeaders(request.id));
  }
}

/** Throws INSUFFICIENT_SCOPE unless an API key may use a route in a session. `session` is undefined if it does not exist. */
export function checkRoute(
  { sessions }: ServerContext,
  { key }: KnownKey,
  session: ReplaySession | undefined,
  { scope, sharedScope = scope }: Route,
): void {
  const isShared = session !== undefined && sessions.ownerOf(session) === undefined;
  const needed = isShared ? sharedScope : scope;
  if (needed !== undefined) checkScope(key, needed);
}

/** Returns the error for requests to a server that shuts down. */
export function closingError(): ApiError {
  return new ApiError("SERVICE_UNAVAILABLE", "the server is shutting down", {}, { headers: { "retry-after": "5" } });
}

/** Throws SERVICE_UNAVAILABLE while the server does not accept requests. */
export function checkReady({ lifecycle, sessions, store }: ServerContext): void {
  if (lifecycle.closing) throw closingError();
  if (lifecycle.lagging) throw busyError();
  sessions.main.accounts.journal.checkWritable();
  void store.foreignVersion;
}
