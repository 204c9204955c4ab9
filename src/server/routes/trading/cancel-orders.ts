import { CanceledOrders } from "../../../schemas/order.ts";
import { defineRoute } from "../../route.ts";
import { cancelOrders } from "../../trading/change-order.ts";
import { once } from "../../trading/once.ts";

export const cancelOrdersRoute = defineRoute({
  method: "DELETE",
  path: "/trading/orders",
  scope: "trading:write",
  changes: "account",
  tag: "Trading",
  summary: "Cancel all open orders",
  description:
    "Exits that wait for an entry too. The answer names those that were open; margin calls go on, as `failed`.",
  response: CanceledOrders,
  handler: (call) => once(call, "DELETE /trading/orders", (account) => cancelOrders(call.session.accounts, account)),
});
