/** The routes that move a session's clock. */
import { AdvanceBody, ReplayClock, SeekBody, SpeedBody, StartBody } from "../../../schemas/replay.ts";
import { invalidParameters } from "../../errors/api-error.ts";
import { readSettings, withKnownSettings } from "../../validation/read-settings.ts";
import { defineRoute } from "../../route.ts";
import { replayClock } from "./sessions.ts";
import { movedByClient } from "../../sessions/market-session.ts";
import type { ReplaySession, SessionControl } from "../../sessions/session.ts";
import { instantOf, termsOf } from "../../sessions/session-terms.ts";

const common = { scope: "replay:control", tag: "Replay", response: ReplayClock } as const;
/** Of what moves a clock: that of the main session is shared by all keys. */
const moving = { ...common, sharedScope: "replay:main", changes: "clock" } as const;

/** Moves a session, and tells where it stands when all that was due is on disk. */
async function moved(
  session: ReplaySession,
  what: string,
  move: (control: SessionControl) => void,
): Promise<ReplayClock> {
  if (session.control === undefined) throw movedByClient(session.id, what);
  session.accounts.journal.check();
  move(session.control);
  await session.accounts.journal.settled;
  return replayClock(session);
}

export const readClock = defineRoute({
  ...common,
  method: "GET",
  path: "/_replay/clock",
  summary: "Get the clock of a session",
  description: "The instant, the phase within it, and whether the clock runs.",
  handler: ({ session }) => replayClock(session),
});

export const start = defineRoute({
  ...moving,
  method: "POST",
  path: "/_replay/start",
  summary: "Restart a session",
  description: "The clock must be paused. Resets accounts, orders and the transcript, and starts a new epoch.",
  body: StartBody,
  handler: ({ session, body, server }) =>
    moved(session, "start", (control) => {
      const known = withKnownSettings(body);
      readSettings(known.settings, () => control.start(termsOf(server.replay.source, known)));
    }),
});

export const pause = defineRoute({
  ...moving,
  method: "POST",
  path: "/_replay/pause",
  summary: "Stop the clock",
  description: "It must run: REPLAY_STATE where it does not. Everything up to where it stops has happened.",
  handler: ({ session }) => moved(session, "pause", (control) => control.pause()),
});

export const resume = defineRoute({
  ...moving,
  method: "POST",
  path: "/_replay/resume",
  summary: "Let the clock go on",
  description: "The clock must be paused: otherwise REPLAY_STATE.",
  handler: ({ session }) => moved(session, "resume", (control) => control.resume()),
});

export const setSpeed = defineRoute({
  ...moving,
  method: "POST",
  path: "/_replay/speed",
  summary: "Set how fast the clock goes",
  description: "Market seconds per real second, or `max`. Also possible while the clock is paused.",
  body: SpeedBody,
  handler: ({ session, body }) => moved(session, "speed", (control) => control.setSpeed(body.speed)),
});

export const advance = defineRoute({
  ...moving,
  method: "POST",
  path: "/_replay/advance",
  summary: "Go on by steps, or to an instant",
  description: "Answers when all events on the way have been matched and sent.",
  body: AdvanceBody,
  handler: ({ session, server, body: { by, count, until } }) => {
    if (until !== undefined && (by !== undefined || count !== undefined)) {
      const reason = "must be left out when by or count is given";
      throw invalidParameters([{ in: "body", parameter: "until", value: until, reason }]);
    }
    if (until === undefined) return moved(session, "advance", (control) => control.step(by ?? "event", count ?? 1));
    const time = instantOf(server.replay.source.market, "until", until);
    return moved(session, "advance", (control) => control.advanceTo(time));
  },
});

export const seek = defineRoute({
  ...moving,
  method: "POST",
  path: "/_replay/seek",
  summary: "Go to a moment",
  description: "Seeking backwards resets accounts and orders and starts a new epoch.",
  body: SeekBody,
  handler: ({ session, server, body }) => {
    const time = instantOf(server.replay.source.market, "to", body.to);
    return moved(session, "seek", (control) => control.seek(time));
  },
});
