import { Portfolio, PortfolioHistory, PortfolioHistoryQuery } from "../../../schemas/account.ts";
import { defineRoute } from "../../route.ts";
import { ofAccount } from "../../trading/once.ts";
import { portfolioHistory } from "../../trading/portfolio-history.ts";
import { portfolioOf } from "../../trading/portfolio.ts";

export const portfolioRoute = defineRoute({
  method: "GET",
  path: "/trading/portfolio",
  scope: "trading:read",
  tag: "Trading",
  summary: "Read account and positions together",
  response: Portfolio,
  handler: (call) => ofAccount(call, (account) => portfolioOf(account, call.view)),
});

export const portfolioHistoryRoute = defineRoute({
  method: "GET",
  path: "/trading/portfolio/history",
  scope: "trading:read",
  tag: "Trading",
  summary: "Read equity in the course of time",
  query: PortfolioHistoryQuery,
  response: PortfolioHistory,
  handler: (call) => ofAccount(call, (account) => portfolioHistory(account, call.now, call.query)),
});
