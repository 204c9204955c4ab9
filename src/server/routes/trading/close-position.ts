import { SymbolPath } from "../../../schemas/instrument-id.ts";
import { OrderRecord } from "../../../schemas/order.ts";
import { defineRoute } from "../../route.ts";
import { numberedOrder } from "../../trading/order-record.ts";
import { once } from "../../trading/once.ts";
import { findPosition } from "../../trading/position-record.ts";

export const closePositionRoute = defineRoute({
  method: "DELETE",
  path: "/trading/positions/:symbol",
  scope: "trading:write",
  changes: "account",
  tag: "Trading",
  summary: "Close a position by a market order",
  description:
    "The instrument's open exits are canceled first. While the market is closed the order waits for its next session.",
  params: SymbolPath,
  response: OrderRecord,
  handler: (call) =>
    once(call, "DELETE /trading/positions/:symbol", (account) => {
      const symbol = findPosition(account, call.view, call.params.symbol);
      return numberedOrder(account, call.session.accounts.execute(account, { kind: "close", symbol }));
    }),
});
