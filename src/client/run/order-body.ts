import type { Order } from "../../broker/order.ts";
import { pointsOfShare } from "../../primitives/percent-points.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { NewOrder } from "../create-client.ts";

type Known = <T>(value: T) => T | undefined;

/** A price that is there; nothing for one that is missing. */
const known: Known = (value) => (typeof value === "number" && Number.isNaN(value) ? undefined : value);

/** What a strategy asks for, as the service takes it. Exits with a trail cannot be sent yet: throws ORDER_INVALID. */
export function orderBody(order: Order, firstExit?: Order, secondExit?: Order): NewOrder {
  const exits = [firstExit, secondExit].filter((exit) => exit !== undefined);
  const profit = exits.find((exit) => exit.type.name === "limit");
  const loss = exits.find((exit) => exit !== profit);
  const { quantity, percent, notional, risk } = order.size;
  const trailShare = known(order.trailPercent);
  return {
    symbol: order.feed.instrument.symbol,
    side: order.sign > 0 ? "buy" : "sell",
    type: order.type.name,
    ...(quantity === undefined ? {} : { quantity }),
    ...(percent === undefined ? {} : { sizing: { percent } }),
    ...(notional === undefined ? {} : { sizing: { notional } }),
    ...(risk === undefined ? {} : { sizing: { risk, stop_price: (order.size as { stopPrice: number }).stopPrice } }),
    time_in_force: order.timeInForce.name,
    ...present("limit_price", known(order.limitPrice)),
    ...present("stop_price", order.type.follows ? undefined : known(order.stopPrice)),
    ...present("trail_amount", known(order.trailAmount)),
    ...present("trail_percent", trailShare === undefined ? undefined : pointsOfShare(trailShare)),
    ...(order.timeInForce.endsAtTime ? { expires_at: new Date(order.expiresAt).toISOString() } : {}),
    ...(order.extendedHours ? { extended_hours: true } : {}),
    ...(order.reduceOnly ? { reduce_only: true } : {}),
    order_class: exits.length === 0 ? "simple" : exits.length === 1 ? "oto" : "bracket",
    ...(profit === undefined ? {} : { take_profit: { limit_price: profit.limitPrice } }),
    ...(loss === undefined ? {} : { stop_loss: stopLossOf(loss) }),
  } as NewOrder;
}

/** Two exits of which one cancels the other, as the service takes them. */
export function pairBody(profit: Order, loss: Order): NewOrder {
  return {
    symbol: profit.feed.instrument.symbol,
    side: profit.sign > 0 ? "buy" : "sell",
    type: "limit",
    quantity: profit.size.quantity!,
    time_in_force: profit.timeInForce.name,
    order_class: "oco",
    take_profit: { limit_price: profit.limitPrice },
    stop_loss: stopLossOf(loss),
  };
}

function stopLossOf(loss: Order): { stop_price: number; limit_price?: number } {
  if (loss.type.follows) {
    const message =
      "stopLoss of a remote run must be a price, it was a trail: send a trailing order once the entry fills";
    throw new HindcastError("ORDER_INVALID", message, { symbol: loss.feed.instrument.symbol });
  }
  const limit = known(loss.limitPrice);
  return limit === undefined ? { stop_price: loss.stopPrice } : { stop_price: loss.stopPrice, limit_price: limit };
}

function present(name: string, value: number | undefined): Readonly<Record<string, number>> {
  return value === undefined ? {} : { [name]: value };
}
