import { Commodities } from "../../../schemas/commodities.ts";
import { commoditiesOf } from "../../market-data/commodities.ts";
import { defineRoute } from "../../route.ts";

export const commodities = defineRoute({
  method: "GET",
  path: "/market-data/commodities",
  scope: "market_data:read",
  tag: "Market data",
  summary: "The commodities that are known now",
  description:
    "Futures, each with its unit, its currency and its month; `continuous` ones join the months of one commodity.",
  response: Commodities,
  handler: ({ view }) => commoditiesOf(view),
});
