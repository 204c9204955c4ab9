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
  description:
    "Bars carry the instant of their start, and one that is still forming is left out. Adjusted prices are restated for splits and dividends known by now; without `adjust` they are as traded. Intervals that are not recorded are joined from finer ones.",
  params: SymbolPath,
  query: HistoryQuery,
  response: History,
  handler: (call) => historyBytes(historyPageOf(call, findStock(call.view, call.params.symbol)), call.server.barSlabs),
});
