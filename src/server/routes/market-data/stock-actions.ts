import { CorporateActions } from "../../../schemas/corporate-actions.ts";
import { SymbolPath } from "../../../schemas/instrument-id.ts";
import { findStock } from "../../market-data/find-instrument.ts";
import { defineRoute } from "../../route.ts";
import type { MarketView } from "../../../market/market-view.ts";
import type { RecordedInstrument } from "../../../market/recorded-market.ts";
import { DAY_MS } from "../../../time/civil-date.ts";
import { formatDate } from "../../../time/instant.ts";
import { significant } from "../../numbers.ts";

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

/** Splits, dividends and the end of the listing of a stock that are known now. */
function corporateActionsOf(view: MarketView, { symbol }: RecordedInstrument): CorporateActions {
  return {
    symbol,
    actions: view.actions(symbol).map(({ kind, exDate, ratio, cash, price, currency }) => ({
      kind,
      ex_date: formatDate(exDate * DAY_MS),
      ratio: significant(ratio),
      cash: significant(cash),
      price: price === undefined ? null : significant(price),
      currency,
    })),
  };
}
