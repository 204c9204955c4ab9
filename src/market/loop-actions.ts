import type { CorporateAction, PriceBasis } from "./corporate-action.ts";

/**
 * The splits and dividends that happen to a holder of units as the prices state them. Of prices as traded, all. Of prices adjusted for splits, no split
 * happens, and a dividend is paid for units that are as many as after every split. Of fully adjusted prices none: their dividends are in the
 * prices.
 */
export function loopActions(actions: readonly CorporateAction[], basis: PriceBasis): readonly CorporateAction[] {
  if (basis === "raw") return actions.filter(({ kind }) => kind !== "delisting");
  if (basis === "fully_adjusted") return [];
  const splits = actions.filter(({ kind }) => kind === "split");
  return actions
    .filter(({ kind }) => kind === "dividend")
    .map((dividend) => {
      const later = splits.filter(({ exDate }) => exDate >= dividend.exDate);
      return { ...dividend, cash: later.reduce((cash, { ratio }) => cash / ratio, dividend.cash) };
    });
}
