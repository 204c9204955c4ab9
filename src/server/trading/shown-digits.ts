import { money, percent, rounded } from "../numbers.ts";
import type { TradingAccount } from "./trading-account.ts";

/** How the numbers of an account are shown. */
export interface ShownDigits {
  /** Every digit is shown, so that who computes on as a batch run would comes to its numbers. */
  readonly exact: boolean;
  readonly money: (value: number) => number;
  readonly percent: (value: number) => number;
  readonly to: (value: number, decimals: number) => number;
}

const asIs = (value: number): number => value + 0;

const ROUNDED: ShownDigits = { exact: false, money, percent, to: rounded };
const EXACT: ShownDigits = { exact: true, money: asIs, percent: asIs, to: asIs };

/** In the decimals of money and prices; all of them where orders are taken as a run takes them. */
export function digitsOf({ exchange }: TradingAccount): ShownDigits {
  return exchange.asRun ? EXACT : ROUNDED;
}
