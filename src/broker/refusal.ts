import { expectedPrice } from "./expected-price.ts";
import type { Account } from "./accounts/account.ts";
import type { Exits } from "./models/exits.ts";
import { REASON, type ReasonCode } from "./order-codes.ts";
import type { OrderEvent, OrderReason } from "./order-record.ts";
import type { Order } from "./order.ts";

/** Why an order was refused, and up to two numbers: what it would need, and what there is. A run reuses one object for all refusals. */
export class Refusal {
  reason: ReasonCode = 0;
  /** Money, units, a lot, or the price beyond which an exit must lie; missing where a reason has no numbers. */
  required = NaN;
  available = NaN;

  /** Writes why, and returns it. */
  of(reason: ReasonCode, required = NaN, available = NaN): ReasonCode {
    this.reason = reason;
    this.required = required;
    this.available = available;
    return reason;
  }

  /** Writes what another says. */
  take({ reason, required, available }: Refusal): void {
    this.of(reason, required, available);
  }

  /** Writes why an account refused an order, with what it judged it by. `held` is the position in its instrument. */
  by(account: Account, order: Order, held: number, equity: number, reason: ReasonCode): ReasonCode {
    const { feed, sign, size } = order;
    const { lot } = feed.instrument;
    // A size for which there is too little comes to nothing, which needs none: told is what the least would need.
    const units = Math.max(size.quantity ?? 0, lot);
    if (reason === REASON.insufficient_funds) {
      const price = account.judgedAt(order);
      const cost = account.valueOf(feed, units, price) + account.commissionOf(feed, sign * units, price);
      return this.of(reason, cost, account.buyingPower);
    }
    if (reason === REASON.insufficient_position) return this.of(reason, units, Math.max(0, -sign * held));
    if (reason !== REASON.quantity_below_lot) return this.of(reason);
    const price = expectedPrice(order);
    // A stop at the very price loses nothing there, so that no units have the loss that was asked for.
    if (size.risk !== undefined && size.stopPrice === price) return this.of(reason, price, size.stopPrice);
    return this.of(reason, lot, size.quantity ?? unitsOf(order, price, equity));
  }
}

/** What a size comes to before it is rounded to the lot. */
function unitsOf({ feed, size }: Order, price: number, equity: number): number {
  const { notional, percent, risk, stopPrice = price } = size;
  const money = notional ?? (percent ?? risk ?? 0) * equity;
  const unit = risk === undefined ? feed.last : Math.abs(price - stopPrice);
  return Math.max(0, money) / (unit * feed.instrument.multiplier);
}

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

/** How numbers of a refusal are written: money, and units or prices. */
export interface NumberTexts {
  readonly money: (value: number) => string;
  readonly plain: (value: number) => string;
}

type Words = (required: number, available: number, texts: NumberTexts) => string;

const WORDS: { readonly [Reason in OrderReason]?: Words } = {
  insufficient_funds: (required, available, { money }) =>
    `it needs ${money(required)}, ${money(available)} are available`,
  insufficient_position: (required, available, { plain }) =>
    `it needs a position of ${plain(required)}, ${plain(available)} are held`,
  quantity_below_lot: (required, available, { plain }) =>
    `it comes to ${plain(available)}, must be at least ${plain(required)}`,
  wrong_side: (required, available, { plain }) => `${plain(available)} is on the wrong side of ${plain(required)}`,
};

/** What a refusal says with its numbers, in words; empty for an event that has none. */
export function refusalWords({ reason, required, available }: OrderEvent, texts: NumberTexts): string {
  if (required === undefined || available === undefined) return "";
  return WORDS[reason]?.(required, available, texts) ?? "";
}
