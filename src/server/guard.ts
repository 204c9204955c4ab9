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

/** Who asks, and of which session: what is known of a request that passed the guard. */
export interface Admission {
  readonly known: KnownKey;
  readonly session: ReplaySession;
  /** Faults that it meets because that was asked for. */
  readonly faults?: RequestFaults;
}

const SESSION_HEADER = "x-replay-session";

/**
 * Lets a request pass or throws, and sets the headers of its answer either way. In this order: closing, key, limit, then what `afterLimit`
 * finds (an unknown path, a method, a scope), last the session. A session of another key is none.
 */
export function admit(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  versioned: boolean,
  afterLimit: (known: KnownKey, session: ReplaySession | undefined) => void,
): Admission {
  const { sessions, failedAttempts, wallClock, clients } = context;
  const named = request.headers[SESSION_HEADER];
  let window: RequestWindow | undefined;
  try {
    if (context.lifecycle.closing) throw closingError();
    const known = authenticate(context, request.headers.authorization, () => clients.of(request.raw, request.ip));
    ({ window } = known);
    const session = named === undefined ? sessions.main : sessions.findFor(known.key, String(named));
    const admission = { known, session: session ?? sessions.main };
    // Of those that are refused below, too, the log tells the key and the answer their session's time.
    request.hindcastAdmission = admission;
    const now = wallClock();
    if (versioned && !window.take(now)) throw limitExceeded(window, now);
    afterLimit(known, session);
    if (session === undefined) sessions.getFor(known.key, String(named));
    return admission;
  } finally {
    const shown = window ?? failedAttempts.of(clients.of(request.raw, request.ip));
    reply.headers(versioned ? countedHeaders(request.id, shown, wallClock()) : plainHeaders(request.id));
  }
}

/** Throws INSUFFICIENT_SCOPE unless a key may use a route in a session; undefined for one that is not there. */
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

/** The error of a server that is being shut down. */
export function closingError(): ApiError {
  return new ApiError("SERVICE_UNAVAILABLE", "the server is shutting down", {}, { headers: { "retry-after": "5" } });
}

/** Throws SERVICE_UNAVAILABLE while requests are not taken. */
export function checkReady({ lifecycle, sessions, store }: ServerContext): void {
  if (lifecycle.closing) throw closingError();
  if (lifecycle.lagging) throw busyError();
  sessions.main.accounts.journal.checkWritable();
  void store.foreignVersion;
}
