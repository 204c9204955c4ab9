import { digestOf } from "../../../primitives/sha256.ts";
import {
  type ReplayClock,
  ReplaySessionList,
  ReplaySessionRecord,
  SessionBody,
  SessionPath,
} from "../../../schemas/replay.ts";
import { readSettings, withKnownSettings } from "../../validation/read-settings.ts";
import { idempotencyKeyOf, idempotencyKeyReused } from "../../idempotency-key.ts";
import { defineRoute, type RouteCall } from "../../route.ts";
import type { ReplaySession } from "../../sessions/session.ts";
import { checkScope } from "../../stream/rights.ts";

/** Properties of all routes for replay sessions. */

const common = { scope: "replay:control", tag: "Replay", response: ReplaySessionRecord } as const;

export const listSessions = defineRoute({
  ...common,
  method: "GET",
  path: "/_replay/sessions",
  summary: "List sessions",
  description:
    "The main session and the key's sessions, oldest first. With the scope `admin`, the sessions of all keys.",
  response: ReplaySessionList,
  handler: ({ server: { sessions }, key }) => ({
    sessions: sessions.listFor(key).map((session) => ({
      ...replayClock(session),
      mode: modeOf(session),
      owner: sessions.ownerOf(session) ?? null,
    })),
  }),
});

export const createSession = defineRoute({
  ...common,
  method: "POST",
  path: "/_replay/sessions",
  changes: "sessions",
  summary: "Create a session with its own clock and accounts",
  description:
    "Requests select the session with the header `X-Replay-Session`, the stream with `?session=`. The clock is paused unless a speed is given. With an `Idempotency-Key`, a repeated request creates no second session.",
  body: SessionBody,
  status: 201,
  handler: (call) => {
    const { server, key } = call;
    return makeSessionOnce(call, "POST /_replay/sessions", () => {
      const body = withKnownSettings(call.body);
      return readSettings(body.settings, () => server.replay.create(body, key.owner));
    });
  },
});

export const forkSession = defineRoute({
  ...common,
  method: "POST",
  path: "/_replay/sessions/:id/fork",
  changes: "fork",
  summary: "Fork a session: copy its clock, accounts and orders",
  description:
    "Both sessions are paused and continue independently. Forking the main session also requires the scope `replay:main`. A fork of a lockstep session waits until its client acknowledges the current step.",
  params: SessionPath,
  status: 201,
  handler: (call) =>
    makeSessionOnce(call, "POST /_replay/sessions/:id/fork", () => {
      const { sessions, replay } = call.server;
      const origin = sessions.getFor(call.key, call.params.id);
      // Forking also pauses the clock of the original session, which needs a scope if all keys share that session.
      if (sessions.ownerOf(origin) === undefined) checkScope(call.key, "replay:main");
      return replay.fork(origin, call.key.owner);
    }),
});

export const readSession = defineRoute({
  ...common,
  method: "GET",
  path: "/_replay/sessions/:id",
  summary: "Get a session",
  description: "Returns the clock, state and speed of the session.",
  params: SessionPath,
  handler: ({ server, key, params }) => sessionRecord(server.sessions.getFor(key, params.id)),
});

export const deleteSession = defineRoute({
  ...common,
  method: "DELETE",
  path: "/_replay/sessions/:id",
  changes: "endedSession",
  summary: "Delete a session",
  description:
    "Deletes the session with its accounts and orders, and closes the connections to its stream. Fails with REPLAY_STATE for the main session.",
  params: SessionPath,
  handler: ({ server, key, params }) => {
    const session = server.sessions.getFor(key, params.id);
    const record = sessionRecord(session);
    server.replay.remove(session);
    return record;
  },
});

/**
 * Creates a session once. A request that repeats an `Idempotency-Key` gets the same response, as long as the session exists. Answers when
 * the session is stored. Throws IDEMPOTENCY_KEY_REUSED for a different request with the same key.
 */
async function makeSessionOnce(
  call: RouteCall<unknown, unknown, unknown>,
  name: string,
  make: () => ReplaySession,
): Promise<ReplaySessionRecord> {
  const { params = {}, body = {}, headers, server, key: caller } = call;
  const key = idempotencyKeyOf(headers);
  const digest = digestOf({ name, params, body });
  const known = key === undefined ? undefined : server.replay.requestOf(caller.owner, key);
  if (known !== undefined && known.digest !== digest) throw idempotencyKeyReused(known.key);
  let answer = known?.answer;
  if (answer === undefined) {
    const session = make();
    answer = sessionRecord(session);
    if (key !== undefined) server.replay.remember(session.id, { owner: caller.owner, key, digest, answer });
  } else {
    call.setHeader("Idempotent-Replayed", "true");
  }
  call.setHeader("Location", `/_replay/sessions/${answer.session}`);
  await server.sessions.find(answer.session)?.accounts.journal.settled;
  return answer;
}

/** Returns the market clock of a session as responses show it. */
export function replayClock(session: ReplaySession): ReplayClock {
  const { now, phase, step, state, speed } = session.clock;
  return { session: session.id, now, phase, step, state, speed, epoch: session.epoch };
}

function sessionRecord(session: ReplaySession): ReplaySessionRecord {
  return { ...replayClock(session), mode: modeOf(session), ...(session.run === undefined ? {} : { run: session.run }) };
}

function modeOf({ lockstep }: ReplaySession): ReplaySessionRecord["mode"] {
  return lockstep ? "lockstep" : "free";
}
