import type { Portfolio } from "../../ledger/portfolio.ts";
import type { Feed } from "../../market/feed.ts";
import type { BrokerRules } from "../broker-rules.ts";
import type { OpenOrders } from "../open-orders.ts";
import type { Account } from "./account.ts";
import { CashAccount } from "./cash-account.ts";
import { MarginAccount } from "./margin-account.ts";

/** The account that the rules ask for. */
export function accountOf(
  { margin, commission, shortCash }: BrokerRules,
  portfolio: Portfolio,
  feeds: readonly Feed[],
  open: OpenOrders,
): Account {
  return margin === undefined
    ? new CashAccount(portfolio, open, commission, shortCash)
    : new MarginAccount(portfolio, feeds, open, commission, margin, shortCash);
}
