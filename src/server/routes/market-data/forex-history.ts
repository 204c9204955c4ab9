import { History, HistoryQuery } from "../../../schemas/history.ts";
import { PairPath } from "../../../schemas/instrument-id.ts";
import { findPair } from "../../market-data/find-instrument.ts";
import { historyPageOf } from "../../market-data/history.ts";
import { historyBytes } from "../../market-data/history-bytes.ts";
import { defineRoute } from "../../route.ts";

export const forexHistory = defineRoute({
  method: "GET",
  path: "/market-data/forex/:pair/history",
  scope: "market_data:read",
  tag: "Market data",
  summary: "Completed bars of a pair of currencies",
  description:
    "Bars carry the instant of their start, and one that is still forming is left out. Volume is 0 where none is recorded.",
  params: PairPath,
  query: HistoryQuery,
  response: History,
  handler: (call) => historyBytes(historyPageOf(call, findPair(call.view, call.params.pair)), call.server.barSlabs),
});
