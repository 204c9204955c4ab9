import { History, HistoryQuery } from "../../../schemas/history.ts";
import { SymbolPath } from "../../../schemas/instrument-id.ts";
import { findCoin } from "../../market-data/find-instrument.ts";
import { historyPageOf } from "../../market-data/history.ts";
import { historyBytes } from "../../market-data/history-bytes.ts";
import { defineRoute } from "../../route.ts";

export const cryptoHistory = defineRoute({
  method: "GET",
  path: "/market-data/crypto/:symbol/history",
  scope: "market_data:read",
  tag: "Market data",
  summary: "Completed bars of a coin",
  description:
    "Bars carry the instant of their start, days begin at midnight UTC, and one that is still forming is left out.",
  params: SymbolPath,
  query: HistoryQuery,
  response: History,
  handler: (call) =>
    historyBytes(
      historyPageOf(call, findCoin(call.view, call.params.symbol), call.params.symbol),
      call.server.barSlabs,
    ),
});
