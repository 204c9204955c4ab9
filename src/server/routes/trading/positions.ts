import { PositionList, PositionRecord } from "../../../schemas/account.ts";
import { SymbolPath } from "../../../schemas/fields.ts";
import { OrderRecord } from "../../../schemas/order.ts";
import { defineRoute } from "../../route.ts";
import { readAccount, runOnce } from "../../trading/run-once.ts";
import { numberedOrder } from "../../trading/order-record.ts";
import { findPosition, positionRecord, positionRecords } from "../../trading/position-record.ts";

export const listPositionsRoute = defineRoute({
  method: "GET",
  path: "/trading/positions",
  scope: "trading:read",
  tag: "Trading",
  summary: "List positions",
  description: "Positions of the account by symbol, valued at their last prices.",
  response: PositionList,
  handler: (call) => readAccount(call, (account) => ({ positions: positionRecords(account, call.now) })),
});

export const getPositionRoute = defineRoute({
  method: "GET",
  path: "/trading/positions/:symbol",
  scope: "trading:read",
  tag: "Trading",
  summary: "Get the position in an instrument",
  description: "Fails with POSITION_NOT_FOUND if the account has no position in the instrument.",
  params: SymbolPath,
  response: PositionRecord,
  handler: (call) =>
    readAccount(call, (account) =>
      positionRecord(account, findPosition(account, call.view, call.params.symbol), call.now),
    ),
});

export const closePositionRoute = defineRoute({
  method: "DELETE",
  path: "/trading/positions/:symbol",
  scope: "trading:write",
  changes: "account",
  tag: "Trading",
  summary: "Close a position with a market order",
  description:
    "Cancels the instrument's open exits first. While the market is closed, the order waits for the next session.",
  params: SymbolPath,
  response: OrderRecord,
  handler: (call) =>
    runOnce(call, "DELETE /trading/positions/:symbol", (account) => {
      const symbol = findPosition(account, call.view, call.params.symbol);
      return numberedOrder(account, call.session.accounts.execute(account, { kind: "close", symbol }));
    }),
});
