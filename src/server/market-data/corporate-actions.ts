import type { MarketView } from "../../market/market-view.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import type { CorporateActions } from "../../schemas/corporate-actions.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { formatDate } from "../../time/instant.ts";
import { significant } from "../numbers.ts";

/** Splits, dividends and the end of the listing of a stock that are known now. */
export function corporateActionsOf(view: MarketView, { symbol }: RecordedInstrument): CorporateActions {
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
