import { Commodities } from "../../../schemas/commodities.ts";
import { commoditiesOf } from "../../market-data/commodities.ts";
import { defineRoute } from "../../route.ts";

export const commodities = defineRoute({
  method: "GET",
  path: "/market-data/commodities",
  scope: "market_data:read",
  tag: "Market data",
  summary: "The commodities that are known now",
  response: Commodities,
  handler: ({ view }) => commoditiesOf(view),
});
