import type { Portfolio } from "../../ledger/portfolio.ts";
import type { Feed } from "../../market/feed.ts";
import type { ExecutionModel } from "../models/execution-model.ts";
import type { OpenOrders } from "../open-orders.ts";
import type { RollingValue } from "../rolling-value.ts";
import type { AccountKind } from "../models/account.ts";
import type { Account } from "./account.ts";
import { BuyingPowerAccount } from "./buying-power-account.ts";
import { CashAccount } from "./cash-account.ts";
import { CashFlowAccount } from "./cash-flow-account.ts";
import { FreeMarginAccount } from "./free-margin-account.ts";
import { MarginAccount } from "./margin-account.ts";
import { UncheckedAccount } from "./unchecked-account.ts";

type CreateAccount = (
  portfolio: Portfolio,
  feeds: readonly Feed[],
  rules: ExecutionModel,
  open: OpenOrders,
  traded: RollingValue,
) => Account;

const ACCOUNTS: Readonly<Record<AccountKind, CreateAccount>> = {
  cash: (portfolio, _, rules, open, traded) => new CashAccount(portfolio, open, rules, traded),
  margin: (portfolio, feeds, rules, open, traded) => new MarginAccount(portfolio, feeds, open, rules, traded),
  "cash-flow": (portfolio, feeds, rules, _, traded) => new CashFlowAccount(portfolio, feeds, rules, traded),
  "free-margin": (portfolio, feeds, rules, _, traded) => new FreeMarginAccount(portfolio, feeds, rules, traded),
  "buying-power": (portfolio, feeds, rules, _, traded) => new BuyingPowerAccount(portfolio, feeds, rules, traded),
  unchecked: (portfolio, feeds, rules, _, traded) => new UncheckedAccount(portfolio, feeds, rules, traded),
};

/**
 * Creates the account that the rules of a run select. `traded` is the value that the account traded in the last thirty
 * days.
 */
export function createAccount(
  rules: ExecutionModel,
  portfolio: Portfolio,
  feeds: readonly Feed[],
  open: OpenOrders,
  traded: RollingValue,
): Account {
  return ACCOUNTS[rules.account.kind](portfolio, feeds, rules, open, traded);
}
