import type { MarketView } from "../../../market/market-view.ts";
import { Portfolio, PortfolioHistory, PortfolioHistoryQuery } from "../../../schemas/account.ts";
import { formatInstant } from "../../../time/instant.ts";
import { accountRecord } from "../../trading/account-record.ts";
import { equityAt } from "../../trading/equity-records.ts";
import { positionRecords } from "../../trading/position-record.ts";
import type { TradingAccount } from "../../trading/trading-account.ts";
import { defineRoute } from "../../route.ts";
import { ofAccount } from "../../trading/once.ts";
import { portfolioHistory } from "../../trading/portfolio-history.ts";

/** Account and positions together, and what they changed by since the close before the day of now. */
function portfolioOf(account: TradingAccount, view: MarketView): Portfolio {
  const { now } = view;
  const { money, percent } = account.digits;
  const positions = positionRecords(account, now);
  const shown = accountRecord(account, now, positions);
  const before = money(equityAt(account, closeBefore(view)));
  const change = money(shown.equity - before);
  return {
    account: shown,
    positions,
    gross_exposure: money(shown.long_market_value - shown.short_market_value),
    net_exposure: money(shown.long_market_value + shown.short_market_value),
    day_change: change,
    day_change_percent: before === 0 ? 0 : percent((change / before) * 100),
    timestamp: formatInstant(now),
  };
}

/** More days than any market was closed in a row in our time. */
const LONGEST_CLOSURE = 31;

/** The close before the day of now. A day begins with the hours before the open and goes on until those of the next. */
function closeBefore(view: MarketView): number {
  const calendar = view.mainCalendar;
  const session = view.session(calendar);
  if (session === undefined) return -Infinity;
  if (view.status(calendar) === "pre") return session.close;
  return view.sessions(calendar, session.date - LONGEST_CLOSURE, session.date - 1).at(-1)?.close ?? session.open;
}

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
