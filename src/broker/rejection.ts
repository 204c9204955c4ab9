import { expectedPrice } from "./expected-price.ts";
import type { Account } from "./accounts/account.ts";
import type { Exits } from "./models/exits.ts";
import { REASON, type ReasonCode } from "./order-codes.ts";
import type { OrderEvent, OrderReason } from "./order-record.ts";
import type { Order } from "./order.ts";

/** Reject reason of an order, with up to two amounts: the required and the available one. A run reuses one object. */
export class Rejection {
  reason: ReasonCode = 0;
  /**
   * Required amount: money, units, the lot, or the price that an exit must lie beyond. NaN if the reason has no
   * amounts.
   */
  required = NaN;
  available = NaN;

  /** Sets and returns the reject reason, with its amounts. */
  set(reason: ReasonCode, required = NaN, available = NaN): ReasonCode {
    this.reason = reason;
    this.required = required;
    this.available = available;
    return reason;
  }

  /** Copies another rejection. */
  copy({ reason, required, available }: Rejection): void {
    this.set(reason, required, available);
  }

  /**
   * Sets the reason for which an account rejected an order, with the amounts that it compared. `held` is the position
   * in the instrument.
   */
  setFromAccount(account: Account, order: Order, held: number, equity: number, reason: ReasonCode): ReasonCode {
    const { feed, sign, size } = order;
    const { lot } = feed.instrument;
    // If the account cannot pay for any units, the amount required is that of the smallest order.
    const units = Math.max(size.quantity ?? 0, lot);
    if (reason === REASON.insufficient_funds) {
      const price = account.checkPrice(order);
      const cost = account.valueOf(feed, units, price) + account.commissionOf(feed, sign * units, price);
      return this.set(reason, cost, account.buyingPower);
    }
    if (reason === REASON.insufficient_position) return this.set(reason, units, Math.max(0, -sign * held));
    if (reason !== REASON.quantity_below_lot) return this.set(reason);
    const price = expectedPrice(order);
    // A stop price equal to the order's price loses nothing, so no quantity has the requested loss.
    if (size.risk !== undefined && size.stopPrice === price) return this.set(reason, price, size.stopPrice);
    return this.set(reason, lot, size.quantity ?? unitsOf(order, price, equity));
  }
}

/** Returns the units of a size before they are rounded to the lot. */
function unitsOf({ feed, size }: Order, price: number, equity: number): number {
  const { notional, percent, risk, stopPrice = price } = size;
  const money = notional ?? (percent ?? risk ?? 0) * equity;
  const unit = risk === undefined ? feed.last : Math.abs(price - stopPrice);
  return Math.max(0, money) / (unit * feed.instrument.multiplier);
}

/**
 * Rejects an order if an exit, or the stop price by which the order is sized, is on the wrong side of the expected fill
 * price. A wrong exit would close the position as soon as it is active. For a buy, the stop-loss belongs below and the
 * take-profit above. `held` is the current position. Returns the reject reason, or 0.
 */
export function rejectWrongSide(
  refusal: Rejection,
  order: Order,
  held: number,
  sides: Exits["sides"],
  firstExit?: Order,
  secondExit?: Order,
): ReasonCode {
  const { sign, size } = order;
  if (size.risk === undefined && firstExit === undefined) return 0;
  const expected = expectedPrice(order);
  if (isBeyondRiskStop(order, held, expected)) return refusal.set(REASON.wrong_side, expected, size.stopPrice);
  const entry = sides.priceOf(order);
  const wrong =
    firstExit !== undefined && sides.isOnWrongSide(firstExit, entry, sign)
      ? firstExit
      : secondExit !== undefined && sides.isOnWrongSide(secondExit, entry, sign)
        ? secondExit
        : undefined;
  if (wrong === undefined) return 0;
  return refusal.set(REASON.wrong_side, entry, Number.isNaN(wrong.stopPrice) ? wrong.limitPrice : wrong.stopPrice);
}

/**
 * Whether an order would open a position at a price beyond the stop price by which it is sized, so that the size would
 * follow from a loss that has already occurred. A reducing order may be sized on either side. It is checked only if its
 * `units` exceed `held` and reverse the position.
 */
export function isBeyondRiskStop(
  { sign, size }: Pick<Order, "sign" | "size">,
  held: number,
  price: number,
  units = 0,
): boolean {
  return size.risk !== undefined && (price - size.stopPrice) * sign < 0 && (held * sign >= 0 || units > -held * sign);
}

/** Rejects an order that, once sized, would reverse the position at a price beyond its stop price. */
export function rejectReversal(refusal: Rejection, order: Order, held: number): ReasonCode {
  const expected = expectedPrice(order);
  if (!isBeyondRiskStop(order, held, expected, order.quantity)) return 0;
  return refusal.set(REASON.wrong_side, expected, order.size.stopPrice);
}

/** Functions that format the amounts of a rejection: money, and units or prices. */
export interface NumberTexts {
  readonly money: (value: number) => string;
  readonly plain: (value: number) => string;
}

type RejectionText = (required: number, available: number, texts: NumberTexts) => string;

const REJECTION_TEXTS: { readonly [Reason in OrderReason]?: RejectionText } = {
  insufficient_funds: (required, available, { money }) =>
    `needs ${money(required)}, but only ${money(available)} available`,
  insufficient_position: (required, available, { plain }) =>
    `needs a position of ${plain(required)}, but only ${plain(available)} held`,
  quantity_below_lot: (required, available, { plain }) =>
    `quantity ${plain(available)}, must be at least ${plain(required)}`,
  wrong_side: (required, available, { plain }) => `${plain(available)} is on the wrong side of ${plain(required)}`,
};

/** Returns a text with the amounts of a rejection, or an empty text for an event without amounts. */
export function rejectionText({ reason, required, available }: OrderEvent, texts: NumberTexts): string {
  if (required === undefined || available === undefined) return "";
  return REJECTION_TEXTS[reason]?.(required, available, texts) ?? "";
}
