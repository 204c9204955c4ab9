import type { Feed } from "../market/feed.ts";
import type { Portfolio } from "../ledger/portfolio.ts";
import type { Commission } from "./commission/commission-model.ts";
import type { OpenOrders } from "./open-orders.ts";
import type { OrderReason } from "./order-record.ts";
import { quantityOf, type Size } from "./sizing.ts";

/**
 * What an account may do, for batch runs and served orders alike. A cash account buys no more than its cash, less what open buys
 * will take, plus what open sells will bring; it sells no more than it holds.
 */
export class Admission {
  readonly #portfolio: Portfolio;
  readonly #open: OpenOrders;
  readonly #commission: Commission;

  constructor(portfolio: Portfolio, open: OpenOrders, commission: Commission) {
    this.#portfolio = portfolio;
    this.#open = open;
    this.#commission = commission;
  }

  /** Cash that open buys would take at last prices, with commission. */
  get reservedCash(): number {
    let sum = 0;
    for (let i = 0; i < this.#open.count; i++) {
      const order = this.#open.at[i]!;
      if (order.sign === 1 && order.live) sum += this.cost(order.feed, order.remaining, order.feed.last);
    }
    return sum;
  }

  /** What may be spent on further buys. */
  get buyingPower(): number {
    let power = this.#portfolio.cash - this.reservedCash;
    for (let held = 0; held < this.#portfolio.heldCount; held++) {
      const position = this.#portfolio.held[held]!;
      let unsold = position.quantity;
      for (let i = 0; i < this.#open.count && unsold > 0; i++) {
        const order = this.#open.at[i]!;
        if (order.feed.index !== position.index || order.sign === 1 || !order.live) continue;
        const quantity = Math.min(order.remaining, unsold);
        unsold -= quantity;
        power +=
          this.#value(order.feed, quantity, order.feed.last) - this.#charge(order.feed, quantity, order.feed.last);
      }
    }
    return power;
  }

  /** Money that a buy takes, commission included, as it will be booked. */
  cost(feed: Feed, quantity: number, price: number): number {
    return this.#value(feed, quantity, price) + this.#charge(feed, quantity, price);
  }

  /** The size in units. Sizes other than a quantity are capped by buying power, and for a sell by what is held. */
  quantity(feed: Feed, sign: 1 | -1, size: Size, price: number, equity: number): number {
    const explicit = "quantity" in size;
    const selling = sign === -1;
    const spendable = explicit || selling ? Infinity : this.buyingPower;
    const quantity = quantityOf(size, { instrument: feed.instrument, price, equity, spendable }, this.#commission);
    return selling && !explicit ? Math.min(quantity, Math.max(0, this.#held(feed))) : quantity;
  }

  /** Why an order of that many units is refused; empty when it is not. */
  refusal(feed: Feed, sign: 1 | -1, size: Size, quantity: number, price: number): OrderReason {
    if (sign === -1) {
      if (quantity > this.#held(feed) || this.#held(feed) === 0) return "insufficient_position";
      return quantity > 0 ? "" : "quantity_below_lot";
    }
    const power = this.buyingPower;
    if (quantity > 0) return this.cost(feed, quantity, price) > power ? "insufficient_funds" : "";
    return "quantity" in size || power >= this.cost(feed, feed.instrument.lot, price)
      ? "quantity_below_lot"
      : "insufficient_funds";
  }

  #held(feed: Feed): number {
    return this.#portfolio.positions[feed.index]!.quantity;
  }

  #value(feed: Feed, quantity: number, price: number): number {
    return this.#portfolio.money.round(quantity * price * feed.instrument.multiplier);
  }

  #charge(feed: Feed, quantity: number, price: number): number {
    return this.#portfolio.money.round(this.#commission(quantity, price, feed.instrument.multiplier));
  }
}
