import { Money } from "../ledger/money.ts";

/**
 * An amount of equity as it would be booked: cash and marks are added in binary, so that their sum has digits that no account has. Left alone
 * where money has no decimals because it is not rounded.
 */
export function bookedMoney(amount: number, decimals: number | undefined): number {
  return decimals === undefined ? amount : new Money("currency", decimals).estimate(amount);
}
