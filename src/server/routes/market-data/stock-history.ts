import { History, HistoryQuery } from "../../../schemas/history.ts";
import { SymbolPath } from "../../../schemas/instrument-id.ts";
import { findStock } from "../../market-data/find-instrument.ts";
import { historyPageOf } from "../../market-data/history.ts";
import { historyBytes } from "../../market-data/history-bytes.ts";
import { defineRoute } from "../../route.ts";

export const stockHistory = defineRoute({
  method: "GET",
  path: "/market-data/stocks/:symbol/history",
  scope: "market_data:read",
  tag: "Market data",
  summary: "Completed bars of a stock, fund or index",
  params: SymbolPath,
  query: HistoryQuery,
  response: History,
  handler: (call) => historyBytes(historyPageOf(call, findStock(call.view, call.params.symbol)), call.server.barSlabs),
});
