import type { TradingAccount } from "./trading-account.ts";

/*
 * Names of what belongs to an account. They come from counters, so that a replay of the same commands gives the same names.
 */

export function accountId({ number }: TradingAccount): string {
  return `acc_${number}`;
}

/** The name of the order of that id in the account's present run. */
export function orderId({ number, ordersBefore }: TradingAccount, id: number): string {
  return `ord_${number}_${ordersBefore + id}`;
}

/** The name of the fill of that id in the account's present run. */
export function fillId({ number, fillsBefore }: TradingAccount, id: number): string {
  return `fill_${number}_${fillsBefore + id}`;
}

/** The id in its present run of an order of the account; undefined for a name that none has. */
export function findOrder(account: TradingAccount, name: string): number | undefined {
  const match = /^ord_([1-9]\d{0,14})_([1-9]\d{0,14})$/.exec(name);
  if (match === null || Number(match[1]) !== account.number) return undefined;
  return account.idOf(Number(match[2]));
}
