import { expectedPrice } from "./expected-price.ts";
import type { Account } from "./accounts/account.ts";
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
