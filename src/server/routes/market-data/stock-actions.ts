import { CorporateActions } from "../../../schemas/corporate-actions.ts";
import { SymbolPath } from "../../../schemas/instrument-id.ts";
import { corporateActionsOf } from "../../market-data/corporate-actions.ts";
import { findStock } from "../../market-data/find-instrument.ts";
import { defineRoute } from "../../route.ts";

export const stockActions = defineRoute({
  method: "GET",
  path: "/market-data/stocks/:symbol/actions",
  scope: "market_data:read",
  tag: "Market data",
  summary: "Splits, dividends and delisting that are known now",
  description:
    "Those with an ex-date up to the session of now, the earliest first. `ratio` is new shares for one old, `cash` is for one share; a delisting has the `price` that was paid for one share, null for its last price.",
  params: SymbolPath,
  response: CorporateActions,
  handler: ({ params, view }) => corporateActionsOf(view, findStock(view, params.symbol)),
});
