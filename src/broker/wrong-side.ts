import { expectedPrice, ownPrice } from "./expected-price.ts";
import type { ReasonCode } from "./order-codes.ts";
import type { Order } from "./order.ts";

/** What of an exit says where it stands. */
type Exit = Pick<Order, "limitPrice" | "stopPrice" | "type">;

/**
 * What exits must lie on their sides of when their entry is given: the price at which it may be expected to fill; its own limit or stop, wherever the
 * market is; or nothing.
 */
export type ExitSides = "expected-price" | "own-price" | "unchecked";

/**
 * Whether the loss that an order is sized by, or an exit that waits for it, lies on the wrong side of the price at which the order may be expected
 * to fill: of a purchase the loss is cut below that price and the profit taken above it. Known when the order is given, and then it
 * is refused: such an exit would end the position as soon as it begins. `held` is the position that the order meets.
 */
export function wrongSide(order: Order, held: number, sides: ExitSides, firstExit?: Exit, secondExit?: Exit): boolean {
  const { sign, size } = order;
  if (size.risk === undefined && firstExit === undefined) return false;
  const price = expectedPrice(order);
  if (risksNothing(order, held, price)) return true;
  if (sides === "unchecked") return false;
  const entry = sides === "own-price" ? ownPrice(order) : price;
  return isBeyond(firstExit, entry, sign) || isBeyond(secondExit, entry, sign);
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

/** Two exits of which the loss is cut on the profit's side of where the profit is taken. */
export function crossed(profit: Exit & Pick<Order, "sign">, loss: Exit, sides: ExitSides): boolean {
  return sides !== "unchecked" && !loss.type.follows && (loss.stopPrice - profit.limitPrice) * profit.sign <= 0;
}

/** A stop is the exit that cuts a loss, whether or not it has a limit besides. A trail is at a distance and has no side. */
function isBeyond(exit: Exit | undefined, price: number, sign: 1 | -1): boolean {
  if (exit === undefined || exit.type.follows) return false;
  const { limitPrice, stopPrice } = exit;
  return Number.isNaN(stopPrice) ? (limitPrice - price) * sign <= 0 : (price - stopPrice) * sign <= 0;
}

/** Refused before it was sized. */
export function unsized(order: Order, reason: ReasonCode): ReasonCode {
  order.quantity = 0;
  return reason;
}
