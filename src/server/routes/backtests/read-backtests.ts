import { Type } from "typebox";
import {
  BacktestEquity,
  BacktestList,
  BacktestPath,
  BacktestRecord,
  BacktestResult,
  BacktestTrades,
  PageQuery,
} from "../../../schemas/backtest.ts";
import {
  backtestEquity,
  backtestList,
  backtestPage,
  backtestRecord,
  backtestResult,
  backtestTrades,
} from "../../backtests/backtest-records.ts";
import { defineRoute } from "../../route.ts";

const common = { scope: "backtest", tag: "Backtests" } as const;
const one = "/trading/backtests/:id";

export const listBacktestsRoute = defineRoute({
  ...common,
  method: "GET",
  path: "/trading/backtests",
  summary: "List backtests",
  description:
    "Backtests of the key, latest first, in pages. By default the last 100 finished backtests of a key are kept, also across restarts. Backtests interrupted by a restart run again.",
  query: PageQuery,
  response: BacktestList,
  handler: ({ server, key, query }) => backtestList(server.backtests.jobs, key.owner, query),
});

export const getBacktestRoute = defineRoute({
  ...common,
  method: "GET",
  path: one,
  summary: "Get the status of a backtest",
  description:
    "The status is queued, running (with `progress` from 0 to 1), completed, failed (with `error`) or canceled.",
  params: BacktestPath,
  response: BacktestRecord,
  handler: ({ server, key, params }) => backtestRecord(server.backtests.jobs.find(key.owner, params.id)),
});

export const cancelBacktestRoute = defineRoute({
  ...common,
  method: "DELETE",
  path: one,
  changes: "backtests",
  summary: "Cancel a backtest",
  description: "Returns the canceled backtest. A backtest that has ended stays unchanged.",
  params: BacktestPath,
  response: BacktestRecord,
  handler: ({ server, key, params }) => {
    const { jobs } = server.backtests;
    const backtest = jobs.find(key.owner, params.id);
    jobs.cancel(backtest);
    return backtestRecord(backtest);
  },
});

export const backtestResultRoute = defineRoute({
  ...common,
  method: "GET",
  path: `${one}/result`,
  summary: "Get the result of a backtest",
  description:
    "Metrics by name, settings, warnings, the hash of the fills, and the fingerprint of the inputs. Fails with BACKTEST_NOT_FINISHED before the backtest is completed.",
  params: BacktestPath,
  response: BacktestResult,
  handler: ({ server, key, params }) => {
    const { jobs } = server.backtests;
    return backtestResult(jobs, jobs.find(key.owner, params.id));
  },
});

export const backtestEquityRoute = defineRoute({
  ...common,
  method: "GET",
  path: `${one}/equity`,
  summary: "Get the equity curve of a backtest",
  description: "Equity at each close, with the drawdown from its highest value as a fraction, in pages.",
  params: BacktestPath,
  query: PageQuery,
  response: BacktestEquity,
  handler: ({ server, key, params, query }) => {
    const { jobs } = server.backtests;
    return backtestEquity(jobs, jobs.find(key.owner, params.id), query);
  },
});

export const backtestTradesRoute = defineRoute({
  ...common,
  method: "GET",
  path: `${one}/trades`,
  summary: "List the trades of a backtest",
  description: "Round trips from entry to exit, in the order in which they closed, in pages.",
  params: BacktestPath,
  query: PageQuery,
  response: BacktestTrades,
  handler: ({ server, key, params, query }) => {
    const { jobs } = server.backtests;
    return backtestTrades(jobs, jobs.find(key.owner, params.id), query);
  },
});

export const backtestReportRoute = defineRoute({
  ...common,
  method: "GET",
  path: `${one}/report`,
  summary: "Get the report of a backtest as an HTML page",
  description: "The report is a single HTML file that loads no other files.",
  params: BacktestPath,
  response: Type.String(),
  contentType: "text/html; charset=utf-8",
  handler: async (call) => {
    const { server, key, params } = call;
    const { jobs } = server.backtests;
    const page = await backtestPage(jobs, jobs.find(key.owner, params.id));
    // The usual content security policy forbids scripts. The page itself contains the policy that allows its own script.
    call.setHeader("content-security-policy", `${pagePolicy(page)}; frame-ancestors 'none'`);
    return page;
  },
});

/** Number of bytes at the beginning of a report page that contain its content security policy. */
const PAGE_HEAD = 4_096;

function pagePolicy(page: Buffer): string {
  const head = page.toString("latin1", 0, PAGE_HEAD);
  return /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(head)?.[1] ?? "default-src 'none'";
}
