/** The routes of sessions with a clock and accounts of their own. */
import { ReplaySessionRecord, SessionBody, SessionPath } from "../../../schemas/replay.ts";
import { readMember } from "../../errors/read-member.ts";
import { defineRoute } from "../../route.ts";
import { makeSessionOnce } from "../../sessions/make-session-once.ts";
import { sessionRecord } from "../../sessions/replay-clock.ts";

const common = { scope: "replay:control", tag: "Replay", response: ReplaySessionRecord } as const;

export const createSession = defineRoute({
  ...common,
  method: "POST",
  path: "/_replay/sessions",
  summary: "Make a session with a clock and accounts of its own",
  description:
    "With an `Idempotency-Key` a repeated request makes no second one. Requests name it by the header `X-Replay-Session`, the stream by `?session=`. It stands still until it is told to go on, unless a speed is given.",
  body: SessionBody,
  status: 201,
  handler: (call) => {
    const { body, server, key } = call;
    return makeSessionOnce(call, "POST /_replay/sessions", () =>
      readMember("settings", body.settings, () => server.replay.create(body, key.owner)),
    );
  },
});

export const forkSession = defineRoute({
  ...common,
  method: "POST",
  path: "/_replay/sessions/:id/fork",
  summary: "Make a session that stands where another stands, with all that was done in it",
  description:
    "From then on each goes its own way; both stand still. That of a session in lockstep waits for the ack of the step at which its origin stands.",
  params: SessionPath,
  status: 201,
  handler: (call) =>
    makeSessionOnce(call, "POST /_replay/sessions/:id/fork", () =>
      call.server.replay.fork(call.server.sessions.get(call.params.id), call.key.owner),
    ),
});

export const readSession = defineRoute({
  ...common,
  method: "GET",
  path: "/_replay/sessions/:id",
  summary: "Where a session stands",
  description: "Its clock, whether it runs, and how fast.",
  params: SessionPath,
  handler: ({ server, params }) => sessionRecord(server.sessions.get(params.id)),
});

export const deleteSession = defineRoute({
  ...common,
  method: "DELETE",
  path: "/_replay/sessions/:id",
  summary: "End a session",
  description:
    "Its accounts and orders go with it, and connections to its stream are closed. The main session stays: REPLAY_STATE.",
  params: SessionPath,
  handler: ({ server, params }) => {
    const record = sessionRecord(server.sessions.get(params.id));
    server.replay.remove(params.id);
    return record;
  },
});
