import { ApiError } from "../errors/api-error.ts";
import { orderId } from "./ids.ts";
import type { TradingAccount } from "./trading-account.ts";

/** Throws DUPLICATE_CLIENT_ORDER_ID for a name that an order of the account has. */
export function checkClientOrderId(account: TradingAccount, clientOrderId: string | undefined): void {
  if (clientOrderId === undefined) return;
  const id = account.run.named(clientOrderId);
  if (id === undefined) return;
  throw new ApiError("DUPLICATE_CLIENT_ORDER_ID", "client_order_id must be new, an order has it", {
    client_order_id: clientOrderId,
    order_id: orderId(account, id),
  });
}
