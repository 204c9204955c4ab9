import type { Size } from "../../broker/sizing.ts";
import type { OrderRequest } from "../../schemas/order-request.ts";
import type { OrderProblems } from "./order-problems.ts";

/** How much a request is for: units, or what the broker makes units of. `most` is the largest share of equity. */
export function sizeOf(
  { quantity, sizing, order_class: of }: OrderRequest,
  problems: OrderProblems,
  most: number,
): Size {
  if (quantity !== undefined) {
    if (sizing !== undefined) problems.add("sizing", "must be left out when quantity is given", sizing);
    return { quantity };
  }
  if (sizing === undefined) {
    problems.add("quantity", "must be given");
    return { quantity: 0 };
  }
  if (of === "oco") problems.add("quantity", "must be given for oco orders");
  const { percent, notional, risk, stop_price: stopPrice } = sizing;
  const given = [percent, notional, risk].filter((one) => one !== undefined).length;
  if (given !== 1) problems.add("sizing", "must have one of percent, notional and risk", sizing);
  if ((risk === undefined) !== (stopPrice === undefined))
    problems.add("sizing.stop_price", "must be given with risk, and with nothing else", stopPrice);
  if (percent !== undefined && percent > most)
    problems.add("sizing.percent", `must be at most ${most}: a share, 1 is all of equity`, percent);
  if (risk !== undefined && risk > 1) problems.add("sizing.risk", "must be at most 1, all of equity", risk);
  if (percent !== undefined) return { percent };
  if (notional !== undefined) return { notional };
  return { risk: risk ?? 0, stopPrice: stopPrice ?? 0 };
}
