import { percent, rounded } from "../numbers.ts";

/** How the numbers of an account are shown. */
export interface ShownDigits {
  /** Every digit is shown, so that who computes on as a batch run would comes to its numbers. */
  readonly exact: boolean;
  /** Those of the account's currency, to which its ledger rounds. */
  readonly moneyDecimals: number;
  readonly money: (value: number) => number;
  readonly percent: (value: number) => number;
  readonly to: (value: number, decimals: number) => number;
}

const asIs = (value: number): number => value + 0;

/** In the decimals of money and prices; all of them where orders are taken as a run takes them. */
export function shownDigits(exact: boolean, moneyDecimals: number): ShownDigits {
  return exact
    ? { exact, moneyDecimals, money: asIs, percent: asIs, to: asIs }
    : { exact, moneyDecimals, money: (value) => rounded(value, moneyDecimals), percent, to: rounded };
}
