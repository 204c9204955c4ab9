import { mostShare, type Size } from "../../broker/sizing.ts";
import type { TimeInForce } from "../../broker/order-record.ts";
import type { OrderOptions, StopLoss, TakeProfit } from "../../engine/order-request.ts";
import type { MarketView } from "../../market/market-view.ts";
import { type HttpFields, readFields } from "../../schemas/order-codec.ts";
import type { OrderBody } from "../../schemas/order-request.ts";
import { ApiError, invalidParameters } from "../errors/api-error.ts";
import type { Accounts } from "./accounts.ts";
import type { Submit, SubmitPair } from "./command.ts";
import { checkClientOrderId, checkOpen, requestRefused } from "./order-refused.ts";
import { checkPriceSteps, OrderProblems } from "./order-problems.ts";
import { tradable } from "./tradable.ts";
import type { TradingAccount } from "./trading-account.ts";

/**
 * Enters an order and returns its number. What can be checked now is checked, and refused without a trace; what happens later happens to the
 * order. Nothing fills here: the first price that an order can have comes after it.
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
  const { instrument } = tradable(view, account, request.symbol);
  const { asRun } = account.exchange;
  // In lockstep the desk of the strategy says how long its orders live.
  const life = asRun ? "day" : account.run.simulation.broker.rules.orders.timeInForce.name;
  const timeInForce = request.time_in_force ?? (request.order_class === "oco" ? "gtc" : life);
  const problems = new OrderProblems();
  const size = sizeOf(request, problems, mostShare(account.run.simulation.broker.rules.account.initialShare));
  if (request.order_class !== "oco") problems.prices(request.type, request, true);
  // A run rounds quantities itself, and what its account does not admit is a rejected order.
  problems.stopLoss(request.stop_loss);
  if (!asRun) problems.quantity(request.quantity, instrument.lot);
  if (!asRun) problems.exits(request);
  if (!asRun) checkPriceSteps(problems, instrument, request);
  if (instrument.option !== undefined) problems.option(timeInForce, request.extended_hours);
  // Nor is a moment that has passed an error to a run: such an order expires when it is given.
  const end = problems.end(timeInForce, request.expires_at, asRun ? -Infinity : view.now);
  if (problems.list.length > 0) throw invalidParameters(problems.list);
  checkClientOrderId(account, request.client_order_id);
  if (!queuesWhileClosed) checkOpen(view, instrument, request.type, timeInForce, request.extended_hours);
  const command =
    request.order_class === "oco"
      ? pairOf(instrument.symbol, request, timeInForce, end)
      : submitOf(instrument.symbol, request, size, timeInForce);
  const refusal = asRun ? undefined : account.refusal(command, view.now);
  if (refusal !== undefined) throw requestRefused(refusal, account, instrument, request);
  return accounts.execute(account, command);
}

function submitOf(symbol: string, request: OrderBody, size: Size, timeInForce: TimeInForce): Submit {
  const { take_profit: profit, stop_loss: loss } = request;
  // What was made for the size is gone on with: V8 gives a copy by `...` a shape of its own, and all that is done with it goes the slow way.
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

/** The prices of an exit, which has no other fields. */
function exitOf(exit: HttpFields): TakeProfit & StopLoss {
  return readFields(exit, {}) as TakeProfit & StopLoss;
}

/** How much a request is for: units, or what the broker makes units of. `most` is the largest share of equity. */
function sizeOf({ quantity, sizing, order_class: of }: OrderBody, problems: OrderProblems, most: number): Size {
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
