import { floorToStep } from "../../primitives/rounding.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import type { OrderPatch, OrderRequest } from "../../schemas/order-request.ts";
import { CRYPTO_DECIMALS } from "../numbers.ts";
import type { OrderProblems } from "./order-problems.ts";

/** Where an instrument has no tick, prices have the decimals in which they are shown: what is shown is what was asked for. */
const FINEST = 1 / 10 ** CRYPTO_DECIMALS;

/** Prices that nobody could quote: those off the instrument's tick. */
export function checkPriceSteps(
  problems: OrderProblems,
  { tick }: RecordedInstrument,
  request: OrderPatch & Pick<OrderRequest, "take_profit" | "stop_loss">,
): void {
  const step = tick > 0 ? tick : FINEST;
  const { limit_price, stop_price, trail_amount, take_profit: profit, stop_loss: loss } = request;
  const prices = {
    limit_price,
    stop_price,
    trail_amount,
    "take_profit.limit_price": profit?.limit_price,
    "stop_loss.stop_price": loss?.stop_price,
    "stop_loss.limit_price": loss?.limit_price,
  };
  for (const [member, price] of Object.entries(prices)) {
    if (price === undefined || (price >= step && floorToStep(price, step) === price)) continue;
    problems.add(member, `must be a multiple of the tick, ${step}`, price);
  }
}
