import { OrderRecord } from "../../../schemas/order.ts";
import { OrderPath } from "../../../schemas/order-request.ts";
import { defineRoute } from "../../route.ts";
import { cancelOrder, foundOrder } from "../../trading/change-order.ts";
import { once } from "../../trading/once.ts";
import { orderRecord } from "../../trading/order-record.ts";

export const cancelOrderRoute = defineRoute({
  method: "DELETE",
  path: "/trading/orders/:id",
  scope: "trading:write",
  changes: "account",
  tag: "Trading",
  summary: "Cancel an open order",
  description:
    "The answer is the order, canceled. One that has ended, or is a margin call, is refused with ORDER_NOT_CANCELABLE.",
  params: OrderPath,
  response: OrderRecord,
  handler: (call) =>
    once(call, "DELETE /trading/orders/:id", (account) => {
      const id = foundOrder(account, call.params.id);
      cancelOrder(call.session.accounts, account, id);
      return orderRecord(account, id);
    }),
});
