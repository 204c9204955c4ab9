import { BacktestRecord, BacktestRequest } from "../../../schemas/backtest.ts";
import { startBacktestOnce } from "../../backtests/start-backtest-once.ts";
import { defineRoute } from "../../route.ts";

export const startBacktestRoute = defineRoute({
  method: "POST",
  path: "/trading/backtests",
  scope: "backtest",
  changes: "backtests",
  tag: "Backtests",
  summary: "Run a strategy of the server over what is recorded up to now",
  description:
    "It runs in a thread of its own and is answered at once, queued. Only bars that are over by now take part.",
  body: BacktestRequest,
  response: BacktestRecord,
  status: 202,
  handler: (call) => {
    const record = startBacktestOnce(call);
    call.setHeader("Location", `${call.server.place.base}/trading/backtests/${record.id}`);
    return record;
  },
});
