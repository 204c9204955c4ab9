import { PositionList, PositionRecord } from "../../../schemas/account.ts";
import { SymbolPath } from "../../../schemas/fields.ts";
import { OrderRecord } from "../../../schemas/order.ts";
import { defineRoute } from "../../route.ts";
import { ofAccount, once } from "../../trading/once.ts";
import { numberedOrder } from "../../trading/order-record.ts";
import { findPosition, positionRecord, positionRecords } from "../../trading/position-record.ts";

export const listPositionsRoute = defineRoute({
  method: "GET",
  path: "/trading/positions",
  scope: "trading:read",
  tag: "Trading",
  summary: "List positions",
  description: "What the account holds, by symbol, each at its last price.",
  response: PositionList,
  handler: (call) => ofAccount(call, (account) => ({ positions: positionRecords(account, call.now) })),
});

export const getPositionRoute = defineRoute({
  method: "GET",
  path: "/trading/positions/:symbol",
  scope: "trading:read",
  tag: "Trading",
  summary: "Read the position in an instrument",
  description: "POSITION_NOT_FOUND where the account holds none of it.",
  params: SymbolPath,
  response: PositionRecord,
  handler: (call) =>
    ofAccount(call, (account) =>
      positionRecord(account, findPosition(account, call.view, call.params.symbol), call.now),
    ),
});

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
