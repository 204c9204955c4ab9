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
  summary: "Run a strategy of the server over the data recorded so far",
  description:
    "Returns the queued backtest at once; it runs in a separate process. It uses only bars that have closed by the current time.",
  body: BacktestRequest,
  response: BacktestRecord,
  status: 202,
  handler: (call) => {
    const record = startBacktestOnce(call);
    call.setHeader("Location", `${call.server.paths.base}/trading/backtests/${record.id}`);
    return record;
  },
});

/**
 * Queues a backtest once. A request that repeats an `Idempotency-Key` gets the same response, as long as the backtest is kept. Throws
 * IDEMPOTENCY_KEY_REUSED for a different request with the same key.
 */
function startBacktestOnce(call: RouteCall<unknown, unknown, BacktestRequest>): BacktestRecord {
  const key = idempotencyKeyOf(call.headers);
  if (key === undefined) return queuedRecord(startBacktest(call, undefined));
  const digest = digestOf(call.body);
  const known = call.server.backtests.jobs.listFor(call.key.owner).find(({ request }) => request.once?.key === key);
  if (known === undefined) return queuedRecord(startBacktest(call, { key, digest }));
  if (known.request.once!.digest !== digest) throw idempotencyKeyReused(key);
  call.setHeader("Idempotent-Replayed", "true");
  return queuedRecord(known);
}
