import { Instruments, InstrumentsQuery } from "../../../schemas/instruments.ts";
import { instrumentsOf } from "../../market-data/instruments.ts";
import { defineRoute } from "../../route.ts";

export const symbols = defineRoute({
  method: "GET",
  path: "/market-data/symbols",
  scope: "market_data:read",
  tag: "Market data",
  summary: "The instruments that are known now",
  query: InstrumentsQuery,
  response: Instruments,
  handler: ({ query, view }) => instrumentsOf(view, query),
});
