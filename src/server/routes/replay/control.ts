/** Routes that control the market clock of a session. */
import { AdvanceBody, ReplayClock, SeekBody, SpeedBody, StartBody } from "../../../schemas/replay.ts";
import { invalidParameters } from "../../errors/api-error.ts";
import { readSettings, withKnownSettings } from "../../validation/read-settings.ts";
import { defineRoute } from "../../route.ts";
import { replayClock } from "./sessions.ts";
import { movedByClientError } from "../../sessions/market-session.ts";
import type { ReplaySession, SessionControl } from "../../sessions/session.ts";
import { instantOf, termsOf } from "../../sessions/session-terms.ts";

const common = { scope: "replay:control", tag: "Replay", response: ReplayClock } as const;
/** Properties of all routes that move a market clock. All keys share the clock of the main session. */
const clockMove = { ...common, sharedScope: "replay:main", changes: "clock" } as const;

/** Moves the clock of a session. Returns the clock once everything that happened on the way is on disk. */
async function moveClock(
  session: ReplaySession,
  what: string,
  move: (control: SessionControl) => void,
): Promise<ReplayClock> {
  if (session.control === undefined) throw movedByClientError(session.id, what);
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
  description: "The current market time, the phase within that instant, and whether the clock is running.",
  handler: ({ session }) => replayClock(session),
});

export const start = defineRoute({
  ...clockMove,
  method: "POST",
  path: "/_replay/start",
  summary: "Restart a session",
  description:
    "Starts the session again: resets accounts, orders and the transcript, and begins a new epoch. The clock must be paused.",
  body: StartBody,
  handler: ({ session, body, server }) =>
    moveClock(session, "start", (control) => {
      const known = withKnownSettings(body);
      readSettings(known.settings, () => control.start(termsOf(server.replay.source, known)));
    }),
});

export const pause = defineRoute({
  ...clockMove,
  method: "POST",
  path: "/_replay/pause",
  summary: "Pause the clock",
  description:
    "Stops the clock after everything up to the current market time has been processed. Fails with REPLAY_STATE unless the clock is running.",
  handler: ({ session }) => moveClock(session, "pause", (control) => control.pause()),
});

export const resume = defineRoute({
  ...clockMove,
  method: "POST",
  path: "/_replay/resume",
  summary: "Resume the clock",
  description: "Lets a paused clock run. Fails with REPLAY_STATE unless the clock is paused.",
  handler: ({ session }) => moveClock(session, "resume", (control) => control.resume()),
});

export const setSpeed = defineRoute({
  ...clockMove,
  method: "POST",
  path: "/_replay/speed",
  summary: "Set the speed of the clock",
  description: "Market seconds per real second, or `max`. Also possible while the clock is paused.",
  body: SpeedBody,
  handler: ({ session, body }) => moveClock(session, "speed", (control) => control.setSpeed(body.speed)),
});

export const advance = defineRoute({
  ...clockMove,
  method: "POST",
  path: "/_replay/advance",
  summary: "Advance by steps or to an instant",
  description: "The server answers after all events on the way have been processed and sent.",
  body: AdvanceBody,
  handler: ({ session, server, body: { by, count, until } }) => {
    if (until !== undefined && (by !== undefined || count !== undefined)) {
      const reason = "must be left out when by or count is given";
      throw invalidParameters([{ in: "body", parameter: "until", value: until, reason }]);
    }
    if (until === undefined) return moveClock(session, "advance", (control) => control.step(by ?? "event", count ?? 1));
    const time = instantOf(server.replay.source.market, "until", until);
    return moveClock(session, "advance", (control) => control.advanceTo(time));
  },
});

export const seek = defineRoute({
  ...clockMove,
  method: "POST",
  path: "/_replay/seek",
  summary: "Seek to an instant",
  description: "Seeking backwards resets accounts and orders and starts a new epoch.",
  body: SeekBody,
  handler: ({ session, server, body }) => {
    const time = instantOf(server.replay.source.market, "to", body.to);
    return moveClock(session, "seek", (control) => control.seek(time));
  },
});
