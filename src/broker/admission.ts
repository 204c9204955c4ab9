import type { Feed } from "../market/feed.ts";
import type { Portfolio } from "../ledger/portfolio.ts";
import { floorToStep } from "../primitives/rounding.ts";
import type { Commission } from "./commission/commission-model.ts";
import type { OpenOrders } from "./open-orders.ts";
import { REASON, type ReasonCode } from "./order-codes.ts";
import type { Order } from "./order.ts";
import { affordable, quantityOf } from "./sizing.ts";

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
    return this.#portfolio.money.round(power);
  }

  /** The most units up to `quantity`, a multiple of the lot, that `money` pays for as they will be booked. */
  payable(feed: Feed, quantity: number, price: number, money: number): number {
    if (this.cost(feed, quantity, price) <= money) return quantity;
    const { lot } = feed.instrument;
    let most = Math.min(quantity, affordable(money, price, feed.instrument, this.#commission));
    while (most > 0 && this.cost(feed, most, price) > money) most = floorToStep(most - lot, lot);
    return most;
  }

  /** Money that a buy takes, commission included, as it will be booked. */
  cost(feed: Feed, quantity: number, price: number): number {
    return this.#value(feed, quantity, price) + this.#charge(feed, quantity, price);
  }

  /**
   * Gives the order its quantity and says why it is refused; 0 when it is not. Sizes other than a quantity are capped by buying power, and
   * for a sell by what is held.
   */
  admit(order: Order, equity: number): ReasonCode {
    const { feed, size } = order;
    const { instrument } = feed;
    const price = feed.last;
    order.quantity = 0;
    if (price !== price) return REASON.no_price;
    if (order.sign === -1) {
      const held = this.#portfolio.positions[feed.index]!.quantity;
      const wanted = quantityOf(size, instrument, price, equity, Infinity, this.#commission);
      order.quantity = size.quantity === undefined ? Math.min(wanted, Math.max(0, held)) : wanted;
      if (order.quantity > held || held === 0) return REASON.insufficient_position;
      return order.quantity > 0 ? 0 : REASON.quantity_below_lot;
    }
    const power = this.buyingPower;
    const wanted = quantityOf(size, instrument, price, equity, power, this.#commission);
    if (size.quantity !== undefined) {
      order.quantity = wanted;
      if (wanted === 0) return REASON.quantity_below_lot;
      return this.cost(feed, wanted, price) > power ? REASON.insufficient_funds : 0;
    }
    order.quantity = this.payable(feed, wanted, price, power);
    if (order.quantity > 0) return 0;
    return power < this.cost(feed, instrument.lot, price) ? REASON.insufficient_funds : REASON.quantity_below_lot;
  }

  #value(feed: Feed, quantity: number, price: number): number {
    return this.#portfolio.money.estimate(quantity * price * feed.instrument.multiplier);
  }

  #charge(feed: Feed, quantity: number, price: number): number {
    return this.#portfolio.money.estimate(this.#commission(quantity, price, feed.instrument.multiplier));
  }
}
