import { expectedPrice } from "./expected-price.ts";
import type { Exits } from "./models/exits.ts";
import type { Order } from "./order.ts";
import { REASON, type ReasonCode } from "./order-codes.ts";
import type { Refusal } from "./refusal.ts";

/**
 * Refuses an order where the loss that it is sized by, or an exit that waits for it, lies on the wrong side of the price at which the order may be expected
 * to fill: of a purchase the loss is cut below that price and the profit taken above it. Known when the order is given, and then it
 * is refused: such an exit would end the position as soon as it begins. `held` is the position that the order meets. Returns 0 for an order with both on
 * their sides.
 */
export function refuseWrongSide(
  refusal: Refusal,
  order: Order,
  held: number,
  sides: Exits["sides"],
  firstExit?: Order,
  secondExit?: Order,
): ReasonCode {
  const { sign, size } = order;
  if (size.risk === undefined && firstExit === undefined) return 0;
  const expected = expectedPrice(order);
  if (risksNothing(order, held, expected)) return refusal.of(REASON.wrong_side, expected, size.stopPrice);
  const entry = sides.priceOf(order);
  const wrong =
    firstExit !== undefined && sides.isBeyond(firstExit, entry, sign)
      ? firstExit
      : secondExit !== undefined && sides.isBeyond(secondExit, entry, sign)
        ? secondExit
        : undefined;
  if (wrong === undefined) return 0;
  return refusal.of(REASON.wrong_side, entry, Number.isNaN(wrong.stopPrice) ? wrong.limitPrice : wrong.stopPrice);
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

/** The same refusal of an order that has its units: more than are held turn the position at a price beyond the stop. */
export function refuseTurn(refusal: Refusal, order: Order, held: number): ReasonCode {
  const expected = expectedPrice(order);
  if (!risksNothing(order, held, expected, order.quantity)) return 0;
  return refusal.of(REASON.wrong_side, expected, order.size.stopPrice);
}
