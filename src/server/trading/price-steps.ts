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
  const { take_profit: profit, stop_loss: loss } = request;
  check(problems, step, "limit_price", request.limit_price);
  check(problems, step, "stop_price", request.stop_price);
  check(problems, step, "trail_amount", request.trail_amount);
  if (profit !== undefined) check(problems, step, "take_profit.limit_price", profit.limit_price);
  if (loss === undefined) return;
  check(problems, step, "stop_loss.stop_price", loss.stop_price);
  check(problems, step, "stop_loss.limit_price", loss.limit_price);
}

function check(problems: OrderProblems, step: number, member: string, price: number | undefined): void {
  if (price === undefined || (price >= step && floorToStep(price, step) === price)) return;
  problems.add(member, `must be a multiple of the tick, ${step}`, price);
}
