import { Account, AccountReset } from "../../../schemas/account.ts";
import { ServedKey } from "../../../schemas/key.ts";
import { readMember } from "../../errors/error-of.ts";
import { servedKeyJson } from "../../keys/key-json.ts";
import { defineRoute } from "../../route.ts";
import { accountRecord } from "../../trading/account-record.ts";
import { ofAccount, once } from "../../trading/once.ts";

export const accountRoute = defineRoute({
  method: "GET",
  path: "/trading/account",
  scope: "trading:read",
  tag: "Trading",
  summary: "Read the account of the key",
  description:
    "Cash, buying power, margins, and equity, which is cash and the worth of each position as they are shown.",
  response: Account,
  handler: (call) => ofAccount(call, (account) => accountRecord(account, call.now)),
});

export const accountKeyRoute = defineRoute({
  method: "GET",
  path: "/trading/account/key",
  scope: undefined,
  tag: "Trading",
  summary: "Read the key of the request",
  description:
    "Tier, scopes, limits and usage of the key that sends the request. Any key may ask. Times are those of the real clock, not of the market.",
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
  description: "Deletes its orders, fills and positions; the ids of new ones continue.",
  body: AccountReset,
  response: Account,
  handler: (call) =>
    once(call, "POST /trading/account/reset", (account) => {
      const { cash = account.cash, account_type: accountType = account.accountType } = call.body;
      readMember("", call.body, () => call.session.accounts.execute(account, { kind: "reset", cash, accountType }));
      return accountRecord(account, call.now);
    }),
});
