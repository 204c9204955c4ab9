import { Execution } from "../ledger/execution.ts";
import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import { withoutBinaryNoise } from "../primitives/rounding.ts";
import type { Account } from "./accounts/account.ts";
import { Charges } from "./accounts/charges.ts";
import type { ExecutionModel } from "./models/execution-model.ts";
import { equityOf } from "./equity.ts";
import { EVENT, REASON, STATUS, type ReasonCode } from "./order-codes.ts";
import type { OrderLinks } from "./order-links.ts";
import type { OrderLog } from "./order-log.ts";
import type { Order } from "./order.ts";
import type { RollingValue } from "./rolling-value.ts";
import type { FillPlace } from "./fill-terms.ts";
import { NOTE_FLAG } from "./models/fills.ts";
import type { BarVolume } from "./models/liquidity.ts";
import { isBeyondRiskStop } from "./rejection.ts";

/** Turns a triggered order into a fill: applies slippage, volume, cash and position limits, then books it. */
export class Fills {
  /** Fill in progress. `setPrice` sets most of its fields; the caller sets `ambiguous`. */
  readonly execution: Execution;
  /** Whether volume limits fills. False for orders that end a run, which fill in full. */
  volumeLimited = true;
  readonly #portfolio: Portfolio;
  readonly #feeds: readonly Feed[];
  readonly #rules: ExecutionModel;
  readonly #account: Account;
  readonly #charges: Charges;
  readonly #log: OrderLog;
  readonly #links: OrderLinks;
  readonly #now: { readonly time: number };
  readonly #traded: RollingValue;
  readonly #volume: BarVolume;

  constructor(
    portfolio: Portfolio,
    feeds: readonly Feed[],
    rules: ExecutionModel,
    account: Account,
    log: OrderLog,
    links: OrderLinks,
    now: { readonly time: number },
    traded: RollingValue,
  ) {
    this.execution = new Execution(portfolio.positions[0]!);
    this.#portfolio = portfolio;
    this.#feeds = feeds;
    this.#rules = rules;
    this.#account = account;
    this.#charges = new Charges(portfolio.money, rules, traded);
    this.#log = log;
    this.#links = links;
    this.#now = now;
    this.#traded = traded;
    this.#volume = rules.liquidity.begin(portfolio.positions);
  }

  /**
   * Sets price, bar and note of the next fill. A price inside a bar that equals the bar's close counts as the close.
   */
  setPrice({ close }: Feed, price: number, bar: number, place: FillPlace, note: number): void {
    const { execution } = this;
    execution.price = price;
    execution.bar = bar;
    execution.note = note;
    if (place === "open") execution.at = AT.open;
    else execution.at = place === "close" || isNear(price, close[bar]!) ? AT.close : AT.bar;
  }

  /**
   * Fills the remaining quantity of an order at the execution's price, up to the limits of volume, money and position.
   * Quantity that money or position do not cover is canceled. Quantity that volume does not cover stays open if the
   * time in force allows it.
   */
  fill(order: Order, slips: boolean, place: FillPlace): void {
    const { feed, sign } = order;
    const { execution } = this;
    const rules = this.#rules;
    const position = this.#portfolio.positions[feed.index]!;
    execution.position = position;
    execution.sign = sign;
    execution.time = this.#now.time;
    execution.orderId = order.id;
    if (rules.usesTerms) this.#setTerms(order, slips, place);
    const room = this.volumeLimited ? this.#volume.unitsLeft(feed) : Infinity;
    if (order.missed || (order.filledQuantity > 0 && !rules.account.fillsByTrade()))
      execution.note |= NOTE_FLAG.volumeLimited;
    if (room <= 0) order.missed = true;
    const unsized = order.sizedAtFill && order.quantity === 0;
    // Without volume there is no fill, and thus no price at which to size the order.
    if (unsized && room <= 0) return;
    if (unsized) this.#size(order, slips);
    if (unsized && isBeyondRiskStop(order, position.quantity, execution.price, order.quantity)) {
      this.#clearSize(order);
      this.end(order, STATUS.canceled, REASON.wrong_side);
      return;
    }
    if (rules.account.fillsByTrade()) {
      this.#fillByTrade(order, slips, place);
      return;
    }
    const wanted = Math.min(order.remaining, room);
    if (!rules.slippage.slipWithin(execution, order, wanted, slips, place)) {
      if (unsized) this.#clearSize(order);
      return;
    }
    execution.quantity = wanted;
    const shortage = wanted > 0 ? this.#account.reduceToAffordable(order, execution) : 0;
    const { timeInForce } = order;
    if (timeInForce.whole && execution.quantity < order.remaining) {
      this.end(order, STATUS.canceled, shortage === 0 ? REASON.not_at_once : shortage);
      return;
    }
    if (wanted > 0 && execution.quantity > 0) this.#book(order, place);
    if (shortage !== 0) this.end(order, STATUS.canceled, shortage);
    else if (order.sizedAtFill && order.quantity === 0) this.end(order, STATUS.canceled, REASON.quantity_below_lot);
  }

  /**
   * Closes opposite trades, oldest first, each by a separate fill without slippage. The remaining quantity opens a
   * trade, in full or not at all.
   */
  #fillByTrade(order: Order, slips: boolean, place: FillPlace): void {
    const { execution } = this;
    const { sign } = order;
    const { position } = execution;
    execution.slippage = 0;
    // An exit closes the trade of its own entry before older trades.
    if (order.parentId !== 0) position.moveToFront(order.parentId);
    while (order.remaining > 0 && position.quantity * sign < 0) {
      const { quantity, orderId } = position.lot(0);
      const part = Math.min(quantity, order.remaining);
      this.#charges.priceExecution(execution, part);
      this.#book(order, place, false);
      if (order.parentId === 0) this.#links.afterTradeClosed(orderId, part, part === quantity);
    }
    if (order.remaining <= 0) {
      if (order.protectedByOthers) this.#links.cancelExits(order);
      if (order.sizedAtFill && order.quantity === 0) this.end(order, STATUS.canceled, REASON.insufficient_funds);
      return;
    }
    this.#rules.slippage.slip(execution, order, order.remaining, slips);
    execution.quantity = order.remaining;
    const shortage = this.#account.reduceToAffordable(order, execution);
    if (execution.quantity > 0) this.#book(order, place);
    if (shortage !== 0) this.end(order, STATUS.canceled, shortage);
  }

  #book(order: Order, place: FillPlace, opens = true): void {
    const { execution } = this;
    const { quantity, price, slippage } = execution;
    this.#portfolio.fill(execution);
    order.filledQuantity += quantity;
    order.filledValue += quantity * price;
    this.#volume.recordFill(order, quantity);
    if (this.#rules.usesTerms) {
      this.#traded.add(execution.time, Math.abs(execution.value));
      order.commission += execution.commission;
      order.charged += quantity;
    }
    const isFilled = order.remaining <= 0;
    order.status = isFilled ? STATUS.filled : STATUS.partially_filled;
    this.#log.addEvent(order, isFilled ? EVENT.fill : EVENT.partial_fill, this.#now);
    // Exits are compared with market prices, so the fill's slippage is taken off the price.
    this.#updateOtherOrders(
      order,
      quantity,
      slippage === 0 ? price : withoutBinaryNoise(price - order.sign * slippage),
      place,
      opens,
    );
  }

  /** Updates other orders after a fill: activates exits, updates OCO groups and resizes the exits of the position. */
  #updateOtherOrders(order: Order, quantity: number, price: number, place: FillPlace, opens: boolean): void {
    const { closing } = this.#rules.orders;
    const held = this.#portfolio.positions[order.feed.index]!.quantity;
    const enters = opens && closing.opensPosition(order.status === STATUS.filled, held * order.sign);
    if (order.protectedByOthers ? enters : order.groupId !== 0 || order.parentId !== 0)
      this.#links.afterFill(order, quantity, price, place);
    if (closing.exitsFollowPosition()) this.#links.followPosition(order, quantity, held);
  }

  /**
   * Updates other orders after a fill at the close of submission. The exits of the order were added only after that
   * fill.
   */
  afterDecisionFill(order: Order): void {
    this.#updateOtherOrders(order, order.filledQuantity, order.feed.last, "close", true);
    if (!order.live && order.status !== STATUS.filled) this.#links.afterEnd(order);
  }

  /** Ends an order, and with it the orders that depend on it. */
  end(order: Order, status: 5 | 6 | 7 | 8, reason: ReasonCode): void {
    if (!order.live) return;
    order.status = status;
    order.reason = reason;
    this.#log.addEvent(order, ENDS[status], this.#now);
    if (order.protectedByOthers || order.groupId !== 0 || order.parentId !== 0) this.#links.afterEnd(order);
  }

  /**
   * Converts a size to a quantity at the fill, at the price after slippage. Slippage is computed for the quantity at
   * the price before slippage.
   */
  #size(order: Order, slips: boolean): void {
    const { price } = this.execution;
    const equity = equityOf(this.#portfolio, this.#feeds);
    order.quantity = this.#account.sizeAt(order, price, equity);
    const slipped = this.#rules.slippage.priceOf(order, price, order.quantity, slips);
    if (slipped !== price) {
      // Otherwise the order's own quantity would reduce the buying power with which the order is sized.
      order.quantity = 0;
      order.quantity = this.#account.sizeAt(order, slipped, equity, price);
    }
    this.#log.update(order);
  }

  /** Clears the quantity of an order that was sized but did not fill. */
  #clearSize(order: Order): void {
    order.quantity = 0;
    this.#log.update(order);
  }

  /** Sets the terms for estimating an order's commission before its fill, assuming that it takes liquidity. */
  setEstimateTerms(order: Order): void {
    if (this.#rules.usesTerms) this.#setTerms(order, true, "open");
  }

  /**
   * Notes that a bar triggers an order. Returns true if the bar's volume is used up and the settings let such a bar
   * trigger no further orders.
   */
  noteTriggered(order: Order): boolean {
    this.#rules.slippage.noteTriggered(order);
    return this.#volume.isUsedUp(order.feed);
  }

  #setTerms(order: Order, slips: boolean, place: FillPlace): void {
    const { feed, sign, limitPrice } = order;
    const { terms } = this.#rules;
    terms.barFilled = this.#volume.unitsFilled(feed);
    terms.orderFilled = order.charged;
    terms.orderCommission = order.commission;
    terms.sign = sign;
    terms.read(feed, this.#portfolio.positions[feed.index]!.quantity);
    terms.inside = place !== "open";
    terms.maker = !slips && place === "inside" && this.execution.price === limitPrice;
    terms.tradedValue = this.#traded.value;
  }

  snapshot() {
    return {
      ...this.#volume.snapshot(),
      traded: this.#traded.snapshot(),
      terms: Object.assign({}, this.#rules.terms),
    };
  }

  restore(state: ReturnType<Fills["snapshot"]>): void {
    this.#volume.restore(state);
    this.#traded.restore(state.traded);
    Object.assign(this.#rules.terms, state.terms);
  }
}

/**
 * Whether two prices are equal up to rounding: order prices are rounded to decimals, while bar prices may have another
 * digit.
 */
function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.abs(a) * 1e-12;
}

/** Indexes of the places of a fill in `FILL_ATS`. */
const AT = { open: 0, bar: 1, close: 2 } as const;

const ENDS = {
  [STATUS.canceled]: EVENT.canceled,
  [STATUS.expired]: EVENT.expired,
  [STATUS.rejected]: EVENT.rejected,
  [STATUS.replaced]: EVENT.replaced,
} as const;
