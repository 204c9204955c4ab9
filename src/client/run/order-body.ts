import type { Order } from "../../broker/order.ts";
import { pointsOfShare } from "../../primitives/percent-points.ts";
import type { NewOrder } from "../requests/trading-requests.ts";

type Known = <T>(value: T) => T | undefined;

/** A price that is there; nothing for one that is missing. */
const known: Known = (value) => (typeof value === "number" && Number.isNaN(value) ? undefined : value);

/** What a strategy asks for, as the service takes it. */
export function orderBody(order: Order, firstExit?: Order, secondExit?: Order): NewOrder {
  const exits = [firstExit, secondExit].filter((exit) => exit !== undefined);
  const profit = exits.find((exit) => exit.type.name === "limit");
  const loss = exits.find((exit) => exit !== profit);
  const { quantity, percent, notional, risk } = order.size;
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
    ...trailOf(order),
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

function stopLossOf(loss: Order): NonNullable<NewOrder["stop_loss"]> {
  if (loss.type.follows) return trailOf(loss);
  return { stop_price: loss.stopPrice, ...present("limit_price", known(loss.limitPrice)) };
}

function trailOf({ trailAmount, trailPercent }: Order): Readonly<Record<string, number>> {
  const share = known(trailPercent);
  return {
    ...present("trail_amount", known(trailAmount)),
    ...present("trail_percent", share === undefined ? undefined : pointsOfShare(share)),
  };
}

function present(name: string, value: number | undefined): Readonly<Record<string, number>> {
  return value === undefined ? {} : { [name]: value };
}
