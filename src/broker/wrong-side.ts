import { expectedPrice } from "./expected-price.ts";
import type { Exits } from "./models/exits.ts";
import type { Order } from "./order.ts";

/**
 * Whether the loss that an order is sized by, or an exit that waits for it, lies on the wrong side of the price at which the order may be expected
 * to fill: of a purchase the loss is cut below that price and the profit taken above it. Known when the order is given, and then it
 * is refused: such an exit would end the position as soon as it begins. `held` is the position that the order meets.
 */
export function wrongSide(
  order: Order,
  held: number,
  sides: Exits["sides"],
  firstExit?: Order,
  secondExit?: Order,
): boolean {
  const { sign, size } = order;
  if (size.risk === undefined && firstExit === undefined) return false;
  if (risksNothing(order, held, expectedPrice(order))) return true;
  const entry = sides.priceOf(order);
  return (
    (firstExit !== undefined && sides.isBeyond(firstExit, entry, sign)) ||
    (secondExit !== undefined && sides.isBeyond(secondExit, entry, sign))
  );
}

/**
 * Whether the stop that an order is sized by lies beyond a price at which it would open a position, so that the loss was cut before it began: it would
 * be sized by how far the price has gone past its stop. What makes a position smaller is sized by a distance, whichever way it lies: of `units` more than
 * are `held` would turn it.
 */
export function risksNothing(
  { sign, size }: Pick<Order, "sign" | "size">,
  held: number,
  price: number,
  units = 0,
): boolean {
  return size.risk !== undefined && (price - size.stopPrice) * sign < 0 && (held * sign >= 0 || units > -held * sign);
}

/** The same of an order that has its units: more than are held turn the position at a price beyond the stop. */
export function turnsBeyondStop(order: Order, held: number): boolean {
  return risksNothing(order, held, expectedPrice(order), order.quantity);
}
