import { digestOf } from "../../primitives/sha256.ts";
import { idempotencyKeyOf, idempotencyKeyReused } from "../idempotency-key.ts";
import type { RouteCall } from "../route.ts";
import type { TradingAccount } from "./trading-account.ts";

/**
 * Does what a request asks for, once: a request that repeats the `Idempotency-Key` of another is answered as that one was, and nothing is done.
 * Only what was done is remembered; a request that was refused may be sent again. Answers when all of it is on disk.
 *
 * Throws IDEMPOTENCY_KEY_REUSED for another request with the same key.
 */
export async function once<Answer>(
  call: RouteCall<unknown, unknown, unknown>,
  name: string,
  work: (account: TradingAccount) => Answer,
): Promise<Answer> {
  const { session, key, headers, params = {}, body = {} } = call;
  const { accounts } = session;
  const account = accounts.of(key.owner);
  const repeated = idempotencyKeyOf(headers);
  let answer: Answer;
  if (repeated === undefined) {
    answer = work(account);
  } else {
    const digest = digestOf({ name, params, body });
    const known = accounts.answer(account, repeated);
    if (known === undefined) {
      answer = work(account);
      accounts.remember(account, repeated, { digest, answer: JSON.stringify(answer) });
    } else if (known.digest === digest) {
      call.setHeader("Idempotent-Replayed", "true");
      answer = JSON.parse(known.answer) as Answer;
    } else {
      throw idempotencyKeyReused(repeated);
    }
  }
  await accounts.journal.settled;
  return answer;
}

/** Reads something of the account of a key, and answers when all that it rests on is on disk. */
export async function ofAccount<Answer>(
  { session, key }: RouteCall<unknown, unknown, unknown>,
  read: (account: TradingAccount) => Answer,
): Promise<Answer> {
  const { accounts } = session;
  const answer = read(accounts.of(key.owner));
  await accounts.journal.settled;
  return answer;
}
