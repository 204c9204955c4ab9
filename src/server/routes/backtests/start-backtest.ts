import { BacktestRecord, BacktestRequest } from "../../../schemas/backtest.ts";
import { backtestRecord } from "../../backtests/backtest-records.ts";
import { startBacktest } from "../../backtests/start-backtest.ts";
import { BASE_PATH } from "../../base-path.ts";
import { defineRoute } from "../../route.ts";

export const startBacktestRoute = defineRoute({
  method: "POST",
  path: "/trading/backtests",
  scope: "backtest",
  tag: "Backtests",
  summary: "Run a strategy of the server over what is recorded up to now",
  body: BacktestRequest,
  response: BacktestRecord,
  status: 202,
  handler: (call) => {
    const record = backtestRecord(startBacktest(call));
    call.setHeader("Location", `${BASE_PATH}/trading/backtests/${record.id}`);
    return record;
  },
});
