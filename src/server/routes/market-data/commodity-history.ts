import { CommodityHistory, HistoryQuery } from "../../../schemas/history.ts";
import { SymbolPath } from "../../../schemas/instrument-id.ts";
import { findCommodity } from "../../market-data/find-instrument.ts";
import { commodityPageOf, historyPageOf } from "../../market-data/history.ts";
import { historyBytes } from "../../market-data/history-bytes.ts";
import { defineRoute } from "../../route.ts";

export const commodityHistory = defineRoute({
  method: "GET",
  path: "/market-data/commodities/:symbol/history",
  scope: "market_data:read",
  tag: "Market data",
  summary: "Completed bars of a commodity",
  description: "As of a stock; `meta` has the unit, and whether the bars join contracts of several months.",
  params: SymbolPath,
  query: HistoryQuery,
  response: CommodityHistory,
  handler: (call) =>
    historyBytes(
      commodityPageOf(historyPageOf(call, findCommodity(call.view, call.params.symbol))),
      call.server.barSlabs,
    ),
});
