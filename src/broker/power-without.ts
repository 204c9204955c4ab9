import type { Broker } from "./broker.ts";
import { STATUS } from "./order-codes.ts";

/** What might be spent on further buys if a live order were none. */
export function powerWithout({ open, account }: Broker, orderId: number): number {
  const order = open.find(orderId);
  if (order === undefined) return account.buyingPower;
  const { status } = order;
  open.suppose(order, STATUS.replaced);
  const power = account.buyingPower;
  open.suppose(order, status);
  return power;
}
