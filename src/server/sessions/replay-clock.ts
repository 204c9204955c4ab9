import type { ReplayClock, ReplaySessionRecord } from "../../schemas/replay.ts";
import type { ReplaySession } from "./session.ts";

/** Where a session's clock stands, as the control answers. */
export function replayClock(session: ReplaySession): ReplayClock {
  const { now, phase, step, state, speed } = session.clock;
  return { session: session.id, now, phase, step, state, speed, epoch: session.epoch };
}

export function sessionRecord(session: ReplaySession): ReplaySessionRecord {
  return { ...replayClock(session), mode: modeOf(session), ...(session.run === undefined ? {} : { run: session.run }) };
}

export function modeOf({ lockstep }: ReplaySession): ReplaySessionRecord["mode"] {
  return lockstep ? "lockstep" : "free";
}
