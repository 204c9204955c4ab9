import { OrderList } from "../../../schemas/order.ts";
import { OrdersQuery } from "../../../schemas/order-request.ts";
import { defineRoute } from "../../route.ts";
import { ofAccount } from "../../trading/once.ts";
import { listOrders } from "../../trading/order-lists.ts";

export const listOrdersRoute = defineRoute({
  method: "GET",
  path: "/trading/orders",
  scope: "trading:read",
  tag: "Trading",
  summary: "List orders",
  description: "Open ones unless `status` says otherwise, the latest first unless `direction` does, page by page.",
  query: OrdersQuery,
  response: OrderList,
  handler: (call) => ofAccount(call, (account) => listOrders(account, call)),
});
