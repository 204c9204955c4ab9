import { Instruments, InstrumentsQuery } from "../../../schemas/instruments.ts";
import { instrumentsOf } from "../../market-data/instruments.ts";
import { defineRoute } from "../../route.ts";

export const symbols = defineRoute({
  method: "GET",
  path: "/market-data/symbols",
  scope: "market_data:read",
  tag: "Market data",
  summary: "The instruments that are known now",
  description:
    "By symbol, page by page, with when prices begin and in which intervals they are recorded. Contracts of options are listed where a part of a name or their class is asked for.",
  query: InstrumentsQuery,
  response: Instruments,
  handler: ({ query, view }) => instrumentsOf(view, query),
});
