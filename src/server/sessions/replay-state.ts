import { formatInstant } from "../../time/instant.ts";
import { ApiError, invalidParameters } from "../errors/api-error.ts";

/** The error of a control that makes no sense as the session stands. */
export function replayState(session: string, what: string, state: string, allowed: readonly string[]): ApiError {
  const message = `the session must be ${allowed.join(" or ")} for ${what}, it is ${state}`;
  return new ApiError("REPLAY_STATE", message, { session, state, allowed });
}

/** The error of a session that its one client moves. */
export function movedByClient(session: string, what: string): ApiError {
  const message = `a session in lockstep is moved by the acks of its client alone: there is no ${what}`;
  return new ApiError("REPLAY_STATE", message, { session, mode: "lockstep" });
}

/** The error of a moment that lies behind. */
export function notBehind(parameter: string, time: number, now: number): ApiError {
  const reason = `must not be before the market's now, ${formatInstant(now)}: seek goes back`;
  return invalidParameters([{ in: "body", parameter, value: formatInstant(time), reason }]);
}
