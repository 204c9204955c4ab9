import { OrderRecord } from "../../../schemas/order.ts";
import { OrderPath } from "../../../schemas/order-request.ts";
import { defineRoute } from "../../route.ts";
import { foundOrder } from "../../trading/change-order.ts";
import { ofAccount } from "../../trading/once.ts";
import { orderRecord } from "../../trading/order-record.ts";

export const getOrderRoute = defineRoute({
  method: "GET",
  path: "/trading/orders/:id",
  scope: "trading:read",
  tag: "Trading",
  summary: "Read an order",
  description:
    "By the id that the service gave it, whether it is open or has ended. By the id that the client gave, orders are listed.",
  params: OrderPath,
  response: OrderRecord,
  handler: (call) => ofAccount(call, (account) => orderRecord(account, foundOrder(account, call.params.id))),
});
