import { FillList } from "../../../schemas/order.ts";
import { FillsQuery, OrderPath } from "../../../schemas/order-request.ts";
import { defineRoute } from "../../route.ts";
import { foundOrder } from "../../trading/change-order.ts";
import { ofAccount } from "../../trading/once.ts";
import { listFills } from "../../trading/order-lists.ts";

export const orderFillsRoute = defineRoute({
  method: "GET",
  path: "/trading/orders/:id/fills",
  scope: "trading:read",
  tag: "Trading",
  summary: "List the fills of an order",
  description: "Each with price, quantity and commission; none for an order that has not filled.",
  params: OrderPath,
  query: FillsQuery,
  response: FillList,
  handler: (call) => ofAccount(call, (account) => listFills(account, call, foundOrder(account, call.params.id))),
});
