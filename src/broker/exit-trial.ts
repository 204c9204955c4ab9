import type { Account } from "./accounts/account.ts";
import type { Fills } from "./fills.ts";
import type { ReasonCode } from "./order-codes.ts";
import type { Order } from "./order.ts";

/** Why exits that are orders of their own are refused when their entry is given, each for as much as the entry; 0 when they are not. */
export function refusalOfExits(
  { quantity, submittedAt }: Order,
  exits: readonly (Order | undefined)[],
  equity: number,
  account: Account,
  fills: Fills,
): ReasonCode {
  for (const exit of exits) {
    if (exit === undefined || account.admitExit === undefined || quantity === 0) continue;
    exit.size = { quantity };
    exit.submittedAt = submittedAt;
    fills.foresee(exit);
    const refusal = account.admitExit(exit, equity);
    if (refusal !== 0) return refusal;
  }
  return 0;
}
