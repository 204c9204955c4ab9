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
    "Those of the key, the latest first, page by page. A key has its last hundred, also after a restart; those that had not ended then run again.",
  query: PageQuery,
  response: BacktestList,
  handler: ({ server, key, query }) => backtestList(server.backtests.jobs, key.owner, query),
});

export const getBacktestRoute = defineRoute({
  ...common,
  method: "GET",
  path: one,
  summary: "Get the status of a backtest",
  description: "Queued, running with `progress` from 0 to 1, completed, failed with `error`, or canceled.",
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
  description: "The answer is the backtest; one that has ended stays as it is.",
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
  summary: "Read what came of a backtest",
  description:
    "Metrics by name, settings, warnings, the hash of its fills and the fingerprint of what it was made from. Before it is completed: BACKTEST_NOT_FINISHED.",
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
  summary: "Read the equity curve of a backtest",
  description: "Equity at each close, and as a fraction how far it is below its highest, page by page.",
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
  description: "Round trips from entry to exit, in the order in which they closed, page by page.",
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
  summary: "Read the report of a backtest, a page of HTML",
  description: "One file that loads nothing from elsewhere.",
  params: BacktestPath,
  response: Type.String(),
  contentType: "text/html; charset=utf-8",
  handler: async (call) => {
    const { server, key, params } = call;
    const { jobs } = server.backtests;
    const page = await backtestPage(jobs, jobs.find(key.owner, params.id));
    // That of other answers allows no script; the page says which one it has.
    call.setHeader("content-security-policy", `${pagePolicy(page)}; frame-ancestors 'none'`);
    return page;
  },
});

/** Bytes of a page among which its policy is. */
const PAGE_HEAD = 4_096;

function pagePolicy(page: Buffer): string {
  const head = page.toString("latin1", 0, PAGE_HEAD);
  return /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(head)?.[1] ?? "default-src 'none'";
}
