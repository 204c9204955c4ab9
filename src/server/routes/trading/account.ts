import { Account, AccountReset } from "../../../schemas/account.ts";
import { ServedKey } from "../../../schemas/key.ts";
import { readMember } from "../../errors/error-of.ts";
import { servedKeyJson } from "../../keys/key-json.ts";
import { defineRoute } from "../../route.ts";
import { accountRecord } from "../../trading/account-record.ts";
import { readAccount, runOnce } from "../../trading/run-once.ts";

export const accountRoute = defineRoute({
  method: "GET",
  path: "/trading/account",
  scope: "trading:read",
  tag: "Trading",
  summary: "Get the account of the key",
  description: "Cash, buying power, margins and equity. Equity is the sum of the displayed cash and position values.",
  response: Account,
  handler: (call) => readAccount(call, (account) => accountRecord(account, call.now)),
});

export const accountKeyRoute = defineRoute({
  method: "GET",
  path: "/trading/account/key",
  scope: undefined,
  tag: "Trading",
  summary: "Get the key of the request",
  description: "Tier, scopes, limits and usage of the key. Needs no scope. Times are real time, not market time.",
  response: ServedKey,
  handler: ({ key, server: { keys, wallClock } }) =>
    servedKeyJson(key, keys.usage(key.id), keys.window(key.id)!, wallClock()),
});

export const resetAccountRoute = defineRoute({
  method: "POST",
  path: "/trading/account/reset",
  scope: "trading:write",
  changes: "account",
  tag: "Trading",
  summary: "Reset the account",
  description:
    "Deletes all orders, fills and positions of the account. Ids of later orders and fills continue to count up.",
  body: AccountReset,
  response: Account,
  handler: (call) =>
    runOnce(call, "POST /trading/account/reset", (account) => {
      const { cash = account.cash, account_type: accountType = account.accountType } = call.body;
      readMember("", call.body, () => call.session.accounts.execute(account, { kind: "reset", cash, accountType }));
      return accountRecord(account, call.now);
    }),
});
