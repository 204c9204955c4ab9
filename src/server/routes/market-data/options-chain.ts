import { SymbolPath } from "../../../schemas/instrument-id.ts";
import { OptionsChain, OptionsChainQuery } from "../../../schemas/options-chain.ts";
import { findUnderlying } from "../../market-data/find-instrument.ts";
import { optionsChainOf } from "../../market-data/options-chain.ts";
import { defineRoute } from "../../route.ts";

export const optionsChain = defineRoute({
  method: "GET",
  path: "/market-data/options/:symbol/chain",
  scope: "market_data:read",
  tag: "Market data",
  summary: "The options on an underlying of one expiration",
  description:
    "The last snapshot up to now; the nearest expiration that is not past unless one is named. Greeks that were not recorded are computed from prices and rates of the snapshot; what nothing prices is null.",
  params: SymbolPath,
  query: OptionsChainQuery,
  response: OptionsChain,
  handler: ({ params, query, view }) => optionsChainOf(view, findUnderlying(view, params.symbol), query),
});
