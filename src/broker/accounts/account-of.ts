import type { Portfolio } from "../../ledger/portfolio.ts";
import type { Feed } from "../../market/feed.ts";
import type { BrokerRules } from "../broker-rules.ts";
import type { OpenOrders } from "../open-orders.ts";
import type { OrderLog } from "../order-log.ts";
import type { Account, AccountKind } from "./account.ts";
import { BuyingPowerAccount } from "./buying-power-account.ts";
import { CashAccount } from "./cash-account.ts";
import { CashFlowAccount } from "./cash-flow-account.ts";
import { FreeMarginAccount } from "./free-margin-account.ts";
import { MarginAccount } from "./margin-account.ts";
import { UncheckedAccount } from "./unchecked-account.ts";

type Make = (
  portfolio: Portfolio,
  feeds: readonly Feed[],
  rules: BrokerRules,
  open: OpenOrders,
  log: OrderLog,
) => Account;

const MAKE: Readonly<Record<AccountKind, Make>> = {
  cash: (portfolio, _, rules, open, log) => new CashAccount(portfolio, open, log, rules),
  margin: (portfolio, feeds, rules, open, log) => new MarginAccount(portfolio, feeds, open, log, rules),
  "cash-flow": (portfolio, feeds, rules) => new CashFlowAccount(portfolio, feeds, rules),
  "free-margin": (portfolio, feeds, rules) => new FreeMarginAccount(portfolio, feeds, rules),
  "buying-power": (portfolio, feeds, rules) => new BuyingPowerAccount(portfolio, feeds, rules),
  unchecked: (portfolio, feeds, rules) => new UncheckedAccount(portfolio, feeds, rules),
};

/** The account that the rules ask for. */
export function accountOf(
  rules: BrokerRules,
  portfolio: Portfolio,
  feeds: readonly Feed[],
  open: OpenOrders,
  log: OrderLog,
): Account {
  return MAKE[rules.account](portfolio, feeds, rules, open, log);
}
