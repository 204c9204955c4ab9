import { digestOf } from "../../primitives/sha256.ts";
import type { BacktestRecord, BacktestRequest } from "../../schemas/backtest.ts";
import { idempotencyKeyOf, idempotencyKeyReused } from "../idempotency-key.ts";
import type { RouteCall } from "../route.ts";
import { queuedRecord } from "./backtest-records.ts";
import { startBacktest } from "./start-backtest.ts";

/**
 * Puts a backtest in line, once: a request that repeats the `Idempotency-Key` of another is answered as that one was. A key is remembered for as
 * long as its backtest. Throws IDEMPOTENCY_KEY_REUSED for another request with the same key.
 */
export function startBacktestOnce(call: RouteCall<unknown, unknown, BacktestRequest>): BacktestRecord {
  const key = idempotencyKeyOf(call.headers);
  if (key === undefined) return queuedRecord(startBacktest(call, undefined));
  const digest = digestOf(call.body);
  const known = call.server.backtests.jobs.of(call.key.owner).find(({ asked }) => asked.once?.key === key);
  if (known === undefined) return queuedRecord(startBacktest(call, { key, digest }));
  if (known.asked.once!.digest !== digest) throw idempotencyKeyReused(key);
  call.setHeader("Idempotent-Replayed", "true");
  return queuedRecord(known);
}
