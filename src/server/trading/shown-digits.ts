import type { RunSettings } from "../../engine/run-settings.ts";
import { percent, rounded, shownPrice } from "../numbers.ts";

/** How the numbers of an account are shown. */
export interface ShownDigits {
  /** Every digit is shown, so that who computes on as a batch run would comes to its numbers. */
  readonly exact: boolean;
  /** Those of the account's currency, to which its ledger rounds unless it is told not to. */
  readonly moneyDecimals: number;
  readonly money: (value: number) => number;
  readonly percent: (value: number) => number;
  readonly to: (value: number, decimals: number) => number;
  /** A price, in at least six significant digits. */
  readonly price: (value: number, decimals: number) => number;
}

const asIs = (value: number): number => value + 0;

/**
 * In the decimals of money and prices; money with all of its digits where the ledger keeps them, so that none is hidden; all digits of everything
 * where orders are taken as a run takes them.
 */
export function shownDigits(
  exact: boolean,
  moneyDecimals: number,
  moneyRounding: RunSettings["moneyRounding"],
): ShownDigits {
  if (exact) return { exact, moneyDecimals, money: asIs, percent: asIs, to: asIs, price: asIs };
  const money = moneyRounding === "none" ? asIs : (value: number): number => rounded(value, moneyDecimals);
  return { exact, moneyDecimals, money, percent, to: rounded, price: shownPrice };
}
