import { Account, AccountReset } from "../../../schemas/account.ts";
import { readMember } from "../../errors/read-member.ts";
import { defineRoute } from "../../route.ts";
import { accountRecord } from "../../trading/account-record.ts";
import { once } from "../../trading/once.ts";

export const resetAccountRoute = defineRoute({
  method: "POST",
  path: "/trading/account/reset",
  scope: "trading:write",
  changes: "account",
  tag: "Trading",
  summary: "Begin the account anew",
  description: "Orders, fills and positions of before are gone; the ids of new ones count on.",
  body: AccountReset,
  response: Account,
  handler: (call) =>
    once(call, "POST /trading/account/reset", (account) => {
      const { cash = account.cash, account_type: accountType = account.accountType } = call.body;
      readMember("", call.body, () => call.session.accounts.execute(account, { kind: "reset", cash, accountType }));
      return accountRecord(account, call.now);
    }),
});
