/** Exports the routes for backtests. */
import type { Route } from "../../route.ts";
import {
  backtestEquityRoute,
  backtestReportRoute,
  backtestResultRoute,
  backtestTradesRoute,
  cancelBacktestRoute,
  getBacktestRoute,
  listBacktestsRoute,
} from "./read-backtests.ts";
import { startBacktestRoute } from "./start-backtest.ts";

export const BACKTEST_ROUTES: readonly Route[] = [
  startBacktestRoute,
  listBacktestsRoute,
  getBacktestRoute,
  cancelBacktestRoute,
  backtestResultRoute,
  backtestEquityRoute,
  backtestTradesRoute,
  backtestReportRoute,
];
