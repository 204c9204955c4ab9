import { Indicators, IndicatorsQuery } from "../../../schemas/indicators.ts";
import { SymbolPath } from "../../../schemas/instrument-id.ts";
import { findStock } from "../../market-data/find-instrument.ts";
import { indicatorsOf } from "../../market-data/indicators.ts";
import { defineRoute } from "../../route.ts";

export const stockIndicators = defineRoute({
  method: "GET",
  path: "/market-data/stocks/:symbol/indicators",
  scope: "market_data:read",
  tag: "Market data",
  summary: "Technical indicators of completed daily bars, adjusted",
  description:
    "Values of the last completed bar. `period` is that of every indicator that has one. Too few bars are refused, with how many are required.",
  params: SymbolPath,
  query: IndicatorsQuery,
  response: Indicators,
  handler: ({ params, query, view, server }) =>
    indicatorsOf(view, findStock(view, params.symbol), query, server.marketData),
});
