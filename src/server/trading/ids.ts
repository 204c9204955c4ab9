import type { TradingAccount } from "./trading-account.ts";

/*
 * Ids in the API. They come from counters, so that repeating the same commands gives the same ids.
 */

export function accountId({ number }: TradingAccount): string {
  return `acc_${number}`;
}

/** Returns the API's id of an order of the account's current run. */
export function orderId({ number, ordersBefore }: TradingAccount, id: number): string {
  return `ord_${number}_${ordersBefore + id}`;
}

/** Returns the API's id of a fill of the account's current run. */
export function fillId({ number, fillsBefore }: TradingAccount, id: number): string {
  return `fill_${number}_${fillsBefore + id}`;
}

/** Returns the order of the account's current run with an API id; undefined if there is none. */
export function findOrder(account: TradingAccount, name: string): number | undefined {
  const match = /^ord_([1-9]\d{0,14})_([1-9]\d{0,14})$/.exec(name);
  if (match === null || Number(match[1]) !== account.number) return undefined;
  return account.idOf(Number(match[2]));
}
