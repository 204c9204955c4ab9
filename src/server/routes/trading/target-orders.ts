import { TargetBody, TargetOrders } from "../../../schemas/target-orders.ts";
import { readMember } from "../../errors/read-member.ts";
import { defineRoute } from "../../route.ts";
import { once } from "../../trading/once.ts";
import { checkOpenOrders } from "../../trading/open-order-limit.ts";
import { targetPositions } from "../../trading/target-positions.ts";

export const targetOrdersRoute = defineRoute({
  method: "POST",
  path: "/trading/orders/target",
  scope: "trading:write",
  changes: "account",
  tag: "Trading",
  summary: "Bring positions to shares of equity",
  description:
    "By market orders that are good till canceled, first those that only make a position smaller, sells before buys; as a strategy's target does in a batch run. Symbols that are not named are left alone.",
  body: TargetBody,
  response: TargetOrders,
  status: 201,
  handler: (call) =>
    once(call, "POST /trading/orders/target", (account) => {
      checkOpenOrders(account, Object.keys(call.body.weights).length, call.server.maxOpenOrders);
      return readMember("weights", call.body.weights, () =>
        targetPositions(call.session.accounts, account, call.view, call.body),
      );
    }),
});
