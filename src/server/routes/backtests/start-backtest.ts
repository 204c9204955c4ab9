import { BacktestRecord, BacktestRequest } from "../../../schemas/backtest.ts";
import { defineRoute, type RouteCall } from "../../route.ts";
import { digestOf } from "../../../primitives/sha256.ts";
import { idempotencyKeyOf, idempotencyKeyReused } from "../../idempotency-key.ts";
import { queuedRecord } from "../../backtests/backtest-records.ts";
import { startBacktest } from "../../backtests/start-backtest.ts";

export const startBacktestRoute = defineRoute({
  method: "POST",
  path: "/trading/backtests",
  scope: "backtest",
  changes: "backtests",
  tag: "Backtests",
  summary: "Run a strategy of the server over what is recorded up to now",
  description:
    "It runs in a process next to the server and is answered at once, queued. Only bars that are over by now take part.",
  body: BacktestRequest,
  response: BacktestRecord,
  status: 202,
  handler: (call) => {
    const record = startBacktestOnce(call);
    call.setHeader("Location", `${call.server.place.base}/trading/backtests/${record.id}`);
    return record;
  },
});

/**
 * Puts a backtest in line, once: a request that repeats the `Idempotency-Key` of another is answered as that one was. A key is remembered for as
 * long as its backtest. Throws IDEMPOTENCY_KEY_REUSED for another request with the same key.
 */
function startBacktestOnce(call: RouteCall<unknown, unknown, BacktestRequest>): BacktestRecord {
  const key = idempotencyKeyOf(call.headers);
  if (key === undefined) return queuedRecord(startBacktest(call, undefined));
  const digest = digestOf(call.body);
  const known = call.server.backtests.jobs.of(call.key.owner).find(({ asked }) => asked.once?.key === key);
  if (known === undefined) return queuedRecord(startBacktest(call, { key, digest }));
  if (known.asked.once!.digest !== digest) throw idempotencyKeyReused(key);
  call.setHeader("Idempotent-Replayed", "true");
  return queuedRecord(known);
}
