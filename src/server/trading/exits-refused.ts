import type { OrderReason } from "../../broker/order-record.ts";
import { orderTypes } from "../../broker/order-types/catalog.ts";
import { expectedPrice, ownPrice } from "../../broker/expected-price.ts";
import type { Feed } from "../../market/feed.ts";
import type { OrderRequest } from "../../schemas/order-request.ts";
import { type ApiError, invalidParameters } from "../errors/api-error.ts";
import { OrderProblems } from "./order-problems.ts";
import type { TradingAccount } from "./trading-account.ts";

/** The answer to an order with an exit on the wrong side of its price, which names that exit. Undefined where it is something else. */
export function exitsRefused(
  reason: OrderReason,
  account: TradingAccount,
  feed: Feed,
  request: OrderRequest,
): ApiError | undefined {
  if (reason !== "wrong_side") return undefined;
  const { type, limit_price: limitPrice = NaN, stop_price: stopPrice = NaN } = request;
  const sign = request.side === "buy" ? 1 : -1;
  const order = { feed, sign, limitPrice, stopPrice, type: orderTypes[type] } as const;
  const { exitSides } = account.run.driver.broker.rules;
  const price = exitSides === "own-price" ? ownPrice(order) : expectedPrice(order);
  const problems = new OrderProblems();
  const check = (parameter: string, exit: number | undefined, side: number): void => {
    if (exit === undefined || (exit - price) * side > 0) return;
    const where = side > 0 ? "above" : "below";
    problems.add(parameter, `must be ${where} ${price}, the price at which the order may be expected to fill`, exit);
  };
  check("take_profit.limit_price", request.take_profit?.limit_price, sign);
  check("stop_loss.stop_price", request.stop_loss?.stop_price, -sign);
  return invalidParameters(problems.list);
}
