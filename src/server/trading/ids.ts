import type { TradingAccount } from "./trading-account.ts";

/* Ids in the API are made from counters, so that repeating the same commands gives the same ids. */

export function accountId({ number }: TradingAccount): string {
  return `acc_${number}`;
}

/** Returns the API's id for an order that the account has had since its last reset. */
export function orderId({ number, ordersBefore }: TradingAccount, id: number): string {
  return `ord_${number}_${ordersBefore + id}`;
}

/** Returns the API's id for a fill that the account has had since its last reset. */
export function fillId({ number, fillsBefore }: TradingAccount, id: number): string {
  return `fill_${number}_${fillsBefore + id}`;
}

/** Returns the order with an id of the API, if the account has had it since its last reset; otherwise undefined. */
export function findOrder(account: TradingAccount, name: string): number | undefined {
  const match = /^ord_([1-9]\d{0,14})_([1-9]\d{0,14})$/.exec(name);
  if (match === null || Number(match[1]) !== account.number) return undefined;
  return account.idOf(Number(match[2]));
}
