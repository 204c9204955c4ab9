import { digestOf } from "../../primitives/sha256.ts";
import { idempotencyKeyOf, idempotencyKeyReused } from "../idempotency-key.ts";
import type { RouteCall } from "../route.ts";
import type { TradingAccount } from "./trading-account.ts";

/**
 * Does the work of a request once. A request that repeats an `Idempotency-Key` gets the same response without any effect. Refused requests
 * are not remembered. Answers when everything is on disk. Throws IDEMPOTENCY_KEY_REUSED for a different request with the same key.
 */
export async function runOnce<Answer>(
  call: RouteCall<unknown, unknown, unknown>,
  name: string,
  work: (account: TradingAccount) => Answer,
): Promise<Answer> {
  const { session, key, headers, params = {}, body = {} } = call;
  const { accounts } = session;
  const account = accounts.accountOf(key.owner);
  const idempotencyKey = idempotencyKeyOf(headers);
  let answer: Answer;
  if (idempotencyKey === undefined) {
    answer = work(account);
  } else {
    const digest = digestOf({ name, params, body });
    const known = accounts.answer(account, idempotencyKey);
    if (known === undefined) {
      answer = work(account);
      accounts.remember(account, idempotencyKey, { digest, answer: JSON.stringify(answer) });
    } else if (known.digest === digest) {
      call.setHeader("Idempotent-Replayed", "true");
      answer = JSON.parse(known.answer) as Answer;
    } else {
      throw idempotencyKeyReused(idempotencyKey);
    }
  }
  await accounts.journal.settled;
  return answer;
}

/** Reads from the account of an API key. Answers when everything that it read is on disk. */
export async function readAccount<Answer>(
  { session, key }: RouteCall<unknown, unknown, unknown>,
  read: (account: TradingAccount) => Answer,
): Promise<Answer> {
  const { accounts } = session;
  const answer = read(accounts.accountOf(key.owner));
  await accounts.journal.settled;
  return answer;
}
