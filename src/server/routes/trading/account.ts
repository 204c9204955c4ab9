import { Account } from "../../../schemas/account.ts";
import { defineRoute } from "../../route.ts";
import { accountRecord } from "../../trading/account-record.ts";
import { ofAccount } from "../../trading/once.ts";

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
