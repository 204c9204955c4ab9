import { timesInForce } from "../../broker/times-in-force.ts";
import type { MarketView } from "../../market/market-view.ts";
import type { CanceledOrders } from "../../schemas/order.ts";
import { readFields } from "../../schemas/order-codec.ts";
import type { OrderPatch } from "../../schemas/order-request.ts";
import { ApiError, invalidParameters } from "../errors/api-error.ts";
import type { Accounts } from "./accounts.ts";
import { checkClientOrderId, checkOpen, preTradeError } from "./order-errors.ts";
import type { Replace } from "./command.ts";
import { findOrder, orderId } from "./ids.ts";
import { checkPriceSteps, OrderProblems } from "./order-problems.ts";
import { instrumentOf } from "./order-record.ts";
import type { TradingAccount } from "./trading-account.ts";

/** Returns the id of an order that the account has had since its last reset. Throws ORDER_NOT_FOUND. */
export function requireOrder(account: TradingAccount, name: string): number {
  const id = findOrder(account, name);
  if (id !== undefined) return id;
  throw new ApiError("ORDER_NOT_FOUND", { id: name });
}

/** Replaces an order, whose status becomes replaced. Returns the number of the new order. */
export function replaceOrder(
  accounts: Accounts,
  account: TradingAccount,
  view: MarketView,
  id: number,
  patch: OrderPatch,
  queuesWhileClosed: boolean,
): number {
  const record = account.run.record(id);
  const { asBacktest } = account.exchange;
  // In lockstep sessions an invalid replacement becomes a rejected order, as in a backtest.
  if (!asBacktest) checkChangeable(account, id, "ORDER_NOT_REPLACEABLE", "replaced");
  const instrument = instrumentOf(account, record.symbol);
  const timeInForce = patch.time_in_force ?? record.timeInForce;
  const problems = new OrderProblems();
  problems.prices(record.type, patch, false);
  if (!asBacktest) problems.quantity(patch.quantity, instrument.lot);
  if (!asBacktest) checkPriceSteps(problems, instrument, patch);
  if (!asBacktest && patch.quantity !== undefined && patch.quantity <= record.filledQuantity)
    problems.add("quantity", `must be above filled_quantity, ${record.filledQuantity}`, patch.quantity);
  const keepsEnd = patch.time_in_force === undefined && patch.expires_at === undefined;
  const before = timesInForce[timeInForce].endsAtTime ? isoText(record.expiresAt) : undefined;
  const end = keepsEnd
    ? undefined
    : problems.end(timeInForce, patch.expires_at ?? before, asBacktest ? -Infinity : view.now);
  if (problems.list.length > 0) throw invalidParameters(problems.list);
  checkClientOrderId(account, patch.client_order_id);
  if (!queuesWhileClosed && patch.time_in_force !== undefined)
    checkOpen(view, instrument, record.type, timeInForce, record.extendedHours);
  const command = commandOf(account, id, patch, end);
  const rejection = asBacktest ? undefined : account.preTradeRejection(command, view.now);
  if (rejection !== undefined) {
    const quantity = (patch.quantity ?? record.quantity) - record.filledQuantity;
    throw preTradeError(rejection, account, instrument, record.side === "buy" ? 1 : -1, quantity);
  }
  return accounts.execute(account, command);
}

function commandOf(account: TradingAccount, id: number, patch: OrderPatch, end: number | undefined): Replace {
  const { quantity, client_order_id: clientOrderId = null } = patch;
  const changes: { -readonly [Name in keyof Replace["changes"]]: Replace["changes"][Name] } = {};
  if (quantity !== undefined) changes.quantity = quantity;
  readFields(patch, changes, "name");
  if (end !== undefined) changes.expiresAt = end;
  return { kind: "replace", order: account.ordersBefore + id, clientOrderId, changes };
}

/** Cancels an order. Throws ORDER_NOT_CANCELABLE for an order that has ended or is a margin call. */
export function cancelOrder(accounts: Accounts, account: TradingAccount, id: number): void {
  checkChangeable(account, id, "ORDER_NOT_CANCELABLE", "canceled");
  accounts.execute(account, { kind: "cancel", orders: [account.ordersBefore + id] });
}

/** Cancels all open orders of an account except margin calls. */
export function cancelOrders(accounts: Accounts, account: TradingAccount): CanceledOrders {
  const { open } = account.run.simulation.broker;
  const orders = open.list();
  const ids = orders.filter(({ forced }) => !forced).map(({ id }) => id);
  const forcedIds = orders.filter(({ forced }) => forced).map(({ id }) => id);
  if (ids.length > 0) {
    accounts.execute(account, { kind: "cancel", orders: ids.map((id) => account.ordersBefore + id) });
  }
  return {
    canceled: ids.map((id) => orderId(account, id)),
    failed: forcedIds.map((id) => ({ id: orderId(account, id), code: "ORDER_NOT_CANCELABLE" })),
  };
}

/** Throws for an order that has ended or is a margin call, since it cannot be changed. */
function checkChangeable(
  account: TradingAccount,
  id: number,
  code: "ORDER_NOT_CANCELABLE" | "ORDER_NOT_REPLACEABLE",
  done: string,
): void {
  const order = account.run.simulation.broker.open.find(id);
  const { status } = account.run.record(id);
  const named = { id: orderId(account, id), status };
  if (order === undefined) throw new ApiError(code, `the order cannot be ${done}: it is ${status}`, named);
  if (!order.forced) return;
  const message = `a margin call cannot be ${done}: it liquidates positions that equity does not cover`;
  throw new ApiError(code, message, { ...named, reason: "margin_call" });
}

function isoText(instant: number | undefined): string | undefined {
  return instant === undefined ? undefined : new Date(instant).toISOString();
}
