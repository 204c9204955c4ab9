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
  description: "As of one moment, with exposure and the change since the close before the session of now.",
  response: Portfolio,
  handler: (call) => ofAccount(call, (account) => portfolioOf(account, call.view)),
});

export const portfolioHistoryRoute = defineRoute({
  method: "GET",
  path: "/trading/portfolio/history",
  scope: "trading:read",
  tag: "Trading",
  summary: "Read equity in the course of time",
  description:
    "The last record of each interval, and how it stands now; gains are against the equity where the period begins.",
  query: PortfolioHistoryQuery,
  response: PortfolioHistory,
  handler: (call) => ofAccount(call, (account) => portfolioHistory(account, call.now, call.query)),
});
