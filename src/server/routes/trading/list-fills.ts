import { FillList } from "../../../schemas/order.ts";
import { FillsQuery } from "../../../schemas/order-request.ts";
import { defineRoute } from "../../route.ts";
import { ofAccount } from "../../trading/once.ts";
import { listFills } from "../../trading/order-lists.ts";

export const listFillsRoute = defineRoute({
  method: "GET",
  path: "/trading/fills",
  scope: "trading:read",
  tag: "Trading",
  summary: "List fills",
  description: "Of all orders of the account, the latest first unless `direction` says otherwise, page by page.",
  query: FillsQuery,
  response: FillList,
  handler: (call) => ofAccount(call, (account) => listFills(account, call)),
});
