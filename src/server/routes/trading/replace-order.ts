import { OrderRecord } from "../../../schemas/order.ts";
import { OrderPatch, OrderPath } from "../../../schemas/order-request.ts";
import { defineRoute } from "../../route.ts";
import { foundOrder, replaceOrder } from "../../trading/change-order.ts";
import { numberedOrder } from "../../trading/order-record.ts";
import { once } from "../../trading/once.ts";

export const replaceOrderRoute = defineRoute({
  method: "PATCH",
  path: "/trading/orders/:id",
  scope: "trading:write",
  changes: "account",
  tag: "Trading",
  summary: "Replace an open order by one with other terms",
  description: "The answer is the new order; the old one ends as replaced, and each names the other.",
  params: OrderPath,
  body: OrderPatch,
  response: OrderRecord,
  handler: (call) => {
    const { session, view, params, body } = call;
    return once(call, "PATCH /trading/orders", (account) => {
      const id = foundOrder(account, params.id);
      return numberedOrder(account, replaceOrder(session.accounts, account, view, id, body, session.queuesWhileClosed));
    });
  },
});
