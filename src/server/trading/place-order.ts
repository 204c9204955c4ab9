import { mostShare, type Size } from "../../broker/sizing.ts";
import type { TimeInForce } from "../../broker/order-record.ts";
import type { OrderOptions, StopLoss, TakeProfit } from "../../engine/order-request.ts";
import type { MarketView } from "../../market/market-view.ts";
import { type HttpFields, readFields } from "../../schemas/order-codec.ts";
import type { OrderBody } from "../../schemas/order-request.ts";
import { ApiError, invalidParameters } from "../errors/api-error.ts";
import type { Accounts } from "./accounts.ts";
import type { Submit, SubmitPair } from "./command.ts";
import { checkClientOrderId, checkOpen, newOrderError } from "./order-errors.ts";
import { checkPriceSteps, OrderProblems } from "./order-problems.ts";
import { tradableInstrument } from "./tradable.ts";
import type { TradingAccount } from "./trading-account.ts";

/**
 * Submits an order and returns its number. Failed checks throw and create no order; later problems affect the order itself. Nothing fills
 * here, since the first price that can fill the order comes later.
 */
export function placeOrder(
  accounts: Accounts,
  account: TradingAccount,
  view: MarketView,
  request: OrderBody,
  queuesWhileClosed: boolean,
): number {
  if (!request.paper_trading) {
    throw new ApiError("LIVE_TRADING_DISABLED", { paper_trading: false });
  }
  const { instrument } = tradableInstrument(view, account, request.symbol);
  const { asBacktest } = account.exchange;
  // Lockstep sessions use the default of orders in a strategy.
  const defaultLife = asBacktest ? "day" : account.run.simulation.broker.rules.orders.timeInForce.name;
  const timeInForce = request.time_in_force ?? (request.order_class === "oco" ? "gtc" : defaultLife);
  const problems = new OrderProblems();
  const size = sizeOf(request, problems, mostShare(account.run.simulation.broker.rules.account.initialShare));
  if (request.order_class !== "oco") problems.prices(request.type, request, true);
  // In lockstep sessions, as in backtests, quantities are rounded and orders that fail a check become rejected orders. So most checks are
  // left out there.
  problems.stopLoss(request.stop_loss);
  if (!asBacktest) problems.quantity(request.quantity, instrument.lot);
  if (!asBacktest) problems.exits(request);
  if (!asBacktest) checkPriceSteps(problems, instrument, request);
  if (instrument.option !== undefined) problems.option(timeInForce, request.extended_hours);
  // In lockstep sessions an expiry in the past is no error: the order expires at once, as in a backtest.
  const end = problems.end(timeInForce, request.expires_at, asBacktest ? -Infinity : view.now);
  if (problems.list.length > 0) throw invalidParameters(problems.list);
  checkClientOrderId(account, request.client_order_id);
  if (!queuesWhileClosed) checkOpen(view, instrument, request.type, timeInForce, request.extended_hours);
  const command =
    request.order_class === "oco"
      ? pairOf(instrument.symbol, request, timeInForce, end)
      : submitOf(instrument.symbol, request, size, timeInForce);
  const rejection = asBacktest ? undefined : account.preTradeRejection(command, view.now);
  if (rejection !== undefined) throw newOrderError(rejection, account, instrument, request);
  return accounts.execute(account, command);
}

function submitOf(symbol: string, request: OrderBody, size: Size, timeInForce: TimeInForce): Submit {
  const { take_profit: profit, stop_loss: loss } = request;
  // Members are added to the existing object. Copying it by spreading would slow down all later code that uses it.
  const order: Size & { -readonly [Name in keyof OrderOptions]: OrderOptions[Name] } = size;
  order.timeInForce = timeInForce;
  readFields(request, order);
  if (profit !== undefined) order.takeProfit = exitOf(profit);
  if (loss !== undefined) order.stopLoss = exitOf(loss);
  return {
    kind: "submit",
    symbol,
    sign: request.side === "buy" ? 1 : -1,
    clientOrderId: request.client_order_id ?? null,
    orderClass: request.order_class,
    order,
  };
}

function pairOf(symbol: string, request: OrderBody, timeInForce: TimeInForce, end: number | undefined): SubmitPair {
  return {
    kind: "pair",
    symbol,
    sign: request.side === "buy" ? 1 : -1,
    quantity: request.quantity!,
    timeInForce,
    ...(end === undefined ? {} : { expiresAt: end }),
    clientOrderId: request.client_order_id ?? null,
    orderClass: "oco",
    takeProfit: exitOf(request.take_profit!),
    stopLoss: exitOf(request.stop_loss!),
  };
}

/** Converts an exit of a request to an exit of the library, with its prices. */
function exitOf(exit: HttpFields): TakeProfit & StopLoss {
  return readFields(exit, {}) as TakeProfit & StopLoss;
}

/**
 * Returns the size of an order: a quantity, or a size that the broker converts to a quantity. `maxShare` is the largest fraction of equity.
 */
function sizeOf(
  { quantity, sizing, order_class: orderClass }: OrderBody,
  problems: OrderProblems,
  maxShare: number,
): Size {
  if (quantity !== undefined) {
    if (sizing !== undefined) problems.add("sizing", "must be left out when quantity is given", sizing);
    return { quantity };
  }
  if (sizing === undefined) {
    problems.add("quantity", "must be given");
    return { quantity: 0 };
  }
  if (orderClass === "oco") problems.add("quantity", "must be given for oco orders");
  const { percent, notional, risk, stop_price: stopPrice } = sizing;
  const sizeMembers = [percent, notional, risk].filter((one) => one !== undefined).length;
  if (sizeMembers !== 1) problems.add("sizing", "must have exactly one of percent, notional and risk", sizing);
  if ((risk === undefined) !== (stopPrice === undefined))
    problems.add("sizing.stop_price", "must be given with risk, and only then", stopPrice);
  if (percent !== undefined && percent > maxShare)
    problems.add("sizing.percent", `must be at most ${maxShare}, where 1 means all equity`, percent);
  if (risk !== undefined && risk > 1) problems.add("sizing.risk", "must be at most 1, which means all equity", risk);
  if (percent !== undefined) return { percent };
  if (notional !== undefined) return { notional };
  return { risk: risk ?? 0, stopPrice: stopPrice ?? 0 };
}
