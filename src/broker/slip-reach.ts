import type { Execution } from "../ledger/execution.ts";
import type { BrokerRules } from "./broker-rules.ts";
import type { FillPlace } from "./fills.ts";
import type { Order } from "./order.ts";

/** Brings a price that slipped back to what its bar traded, and that of a limit to its limit. `before` is the price before it slipped. */
export function boundSlip(
  execution: Execution,
  order: Order,
  slips: boolean,
  place: FillPlace,
  before: number,
  { slipsWithinBar, limitsSlipToLimit }: BrokerRules,
): void {
  if (execution.slippage === 0) return;
  const { feed, sign, limitPrice } = order;
  const slipped = execution.price * sign;
  let most = slipped;
  // At an open that begins a bar nobody knows how far it goes.
  if (slipsWithinBar && place !== "open")
    most = Math.min(most, sign * (sign === 1 ? feed.high : feed.low)[feed.closed]!);
  if (limitsSlipToLimit && !slips) most = Math.min(most, sign * limitPrice);
  if (most === slipped) return;
  execution.price = most * sign;
  execution.slippage = most - before * sign;
}
