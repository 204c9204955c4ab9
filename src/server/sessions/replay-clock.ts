import type { ReplayClock, ReplaySessionRecord } from "../../schemas/replay.ts";
import type { ReplaySession } from "./session.ts";

/** Where a session's clock stands, as the control answers. */
export function replayClock(session: ReplaySession): ReplayClock {
  const { now, phase, step, state, speed } = session.clock;
  return { session: session.id, now, phase, step, state, speed, epoch: session.epoch };
}

export function sessionRecord(session: ReplaySession): ReplaySessionRecord {
  const mode = session.lockstep ? "lockstep" : "free";
  return { ...replayClock(session), mode, ...(session.run === undefined ? {} : { run: session.run }) };
}
