import { digestOf } from "../../primitives/sha256.ts";
import type { ReplaySessionRecord } from "../../schemas/replay.ts";
import { idempotencyKeyOf, idempotencyKeyReused } from "../idempotency-key.ts";
import type { RouteCall } from "../route.ts";
import { sessionRecord } from "./replay-clock.ts";
import type { ReplaySession } from "./session.ts";

/**
 * Makes a session, once: a request that repeats the `Idempotency-Key` of another is answered as that one was, and no second session is made. A key is
 * remembered for as long as its session. Answers when all that the session holds is kept. Throws IDEMPOTENCY_KEY_REUSED for another request with the
 * same key.
 */
export async function makeSessionOnce(
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
