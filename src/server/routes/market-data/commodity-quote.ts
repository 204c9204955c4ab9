import { CommodityQuote } from "../../../schemas/commodities.ts";
import { SymbolPath } from "../../../schemas/instrument-id.ts";
import { commodityQuoteOf } from "../../market-data/commodities.ts";
import { findCommodity } from "../../market-data/find-instrument.ts";
import { defineRoute } from "../../route.ts";

export const commodityQuote = defineRoute({
  method: "GET",
  path: "/market-data/commodities/:symbol/quote",
  scope: "market_data:read",
  tag: "Market data",
  summary: "The latest quote of a commodity",
  description:
    "As of a stock, with the unit and the month of the contract; volume and range are of the session so far, or of the last one.",
  params: SymbolPath,
  response: CommodityQuote,
  handler: ({ params, view }) => commodityQuoteOf(view, findCommodity(view, params.symbol)),
});
