import { OrderRecord } from "../../../schemas/order.ts";
import { OrderRequest } from "../../../schemas/order-request.ts";
import { defineRoute } from "../../route.ts";
import { numberedOrder } from "../../trading/order-record.ts";
import { once } from "../../trading/once.ts";
import { checkOpenOrders, ordersOf } from "../../trading/open-order-limit.ts";
import { placeOrder } from "../../trading/place-order.ts";

export const placeOrderRoute = defineRoute({
  method: "POST",
  path: "/trading/orders",
  scope: "trading:write",
  changes: "account",
  tag: "Trading",
  summary: "Place an order",
  description:
    "A market order is not filled in the answer: it fills at the first price of its instrument that comes after it. What can be refused now is an error and no order; what fails later is an order that ends rejected.",
  body: OrderRequest,
  response: OrderRecord,
  status: 201,
  handler: async (call) => {
    const { session, view, body } = call;
    const order = await once(call, "POST /trading/orders", (account) => {
      checkOpenOrders(account, ordersOf(body), call.server.maxOpenOrders);
      return numberedOrder(account, placeOrder(session.accounts, account, view, body, session.queuesWhileClosed));
    });
    call.setHeader("Location", `${call.server.place.base}/trading/orders/${order.id}`);
    return order;
  },
});
