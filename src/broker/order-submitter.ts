import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import { activate, startTrail } from "./activation.ts";
import type { Account } from "./accounts/account.ts";
import type { ExecutionModel } from "./models/execution-model.ts";
import type { Fills } from "./fills.ts";
import { isBeingLiquidated } from "./margin-call.ts";
import { NOTE } from "./models/fills.ts";
import type { OpenOrders } from "./open-orders.ts";
import { EVENT, REASON, STATUS, type ReasonCode, type StatusCode } from "./order-codes.ts";
import type { OrderLinks } from "./order-links.ts";
import type { OrderLog } from "./order-log.ts";
import type { Order, OrderChanges } from "./order.ts";
import { orderTypes } from "./order-types/catalog.ts";
import { timesInForce } from "./times-in-force.ts";
import { Rejection, rejectReversal, rejectWrongSide } from "./rejection.ts";

/** Submits orders: sizes and checks them, and adds them with their exits. Rejected orders are recorded as well. */
export class OrderSubmitter {
  readonly #rules: ExecutionModel;
  readonly #portfolio: Portfolio;
  readonly #feeds: readonly Feed[];
  readonly #account: Account;
  readonly #open: OpenOrders;
  readonly #log: OrderLog;
  readonly #fills: Fills;
  readonly #links: OrderLinks;
  readonly #now: { readonly time: number };

  constructor(
    rules: ExecutionModel,
    portfolio: Portfolio,
    feeds: readonly Feed[],
    account: Account,
    open: OpenOrders,
    log: OrderLog,
    fills: Fills,
    links: OrderLinks,
    now: { readonly time: number },
  ) {
    this.#rules = rules;
    this.#portfolio = portfolio;
    this.#feeds = feeds;
    this.#account = account;
    this.#open = open;
    this.#log = log;
    this.#fills = fills;
    this.#links = links;
    this.#now = now;
  }

  /** Id reserved for the next order, or 0 to use the next free id. */
  nextId = 0;

  /** Id that the next submitted order will have. */
  get #nextOrderId(): number {
    return this.nextId > 0 ? this.nextId : this.#log.length + 1;
  }

  /** Result of the last check. Its reason is 0 if the order was accepted. */
  readonly rejection = new Rejection();
  /** Results of the last check of an OCO pair, one for each order. */
  readonly #pair = [new Rejection(), new Rejection()] as const;

  /**
   * Checks and adds an order, with exits that its fills will activate. A rejected order is recorded. `equity` is the
   * amount of which sizes by share are a part.
   */
  submit(order: Order, equity: number, firstExit?: Order, secondExit?: Order): void {
    this.check(order, equity, firstExit, secondExit);
    this.enter(order, firstExit, secondExit);
  }

  /**
   * Checks an order and its exits, and sets its quantity. Returns the reject reason, or 0. The caller then calls
   * `enter`, or `discard` to remove every trace of the order.
   */
  check(order: Order, equity: number, firstExit?: Order, secondExit?: Order): ReasonCode {
    this.#setTimes(order);
    if (firstExit !== undefined) order.protectedByOthers = true;
    const reason = this.#checkWithExits(order, equity, firstExit, secondExit);
    this.#account.noteChecked?.(order);
    if (reason !== 0) return reason;
    return this.#checkExits(order, this.#rules.exits.links.checkedWithEntry(firstExit, secondExit), equity);
  }

  /**
   * Adds the order that was checked last and its exits, or records it as rejected. Must be called at the time of the
   * check.
   */
  enter(order: Order, firstExit?: Order, secondExit?: Order): void {
    const { links } = this.#rules.exits;
    this.#enter(order);
    if (firstExit === undefined) return;
    const { id, quantity } = order;
    const lives = order.status !== STATUS.rejected && (order.live || order.filledQuantity > 0);
    const group = secondExit === undefined ? 0 : this.#nextOrderId;
    this.#enterExit(firstExit, id, group, quantity, lives);
    if (secondExit !== undefined) this.#enterExit(secondExit, id, group, quantity, lives);
    if (secondExit !== undefined && lives) links.orderPair(this.#open);
    // If the order has filled at the close of submission, its exits are active from the next bar on.
    if (order.filledQuantity > 0) this.#fills.afterDecisionFill(order);
  }

  /** Checks and adds an OCO pair of exits. If one is rejected, the other is rejected too. */
  submitPair(first: Order, second: Order, equity: number): void {
    this.checkPair(first, second, equity);
    this.enterPair(first, second);
  }

  /**
   * Checks an OCO pair of exits, the second after the first. Returns the reject reason, or 0. The caller then calls
   * `enterPair` or `discard`.
   */
  checkPair(first: Order, second: Order, equity: number): ReasonCode {
    this.#setTimes(first);
    this.#setTimes(second);
    first.groupId = second.groupId = this.#nextOrderId;
    const [one, two] = this.#pair;
    const { rejection } = this;
    if (first.feed.ended === "" && this.#rules.exits.sides.isCrossed(first, second))
      clearQuantity(first, rejection.set(REASON.wrong_side, first.limitPrice, second.stopPrice));
    else this.#checkOrder(first, equity);
    one.copy(rejection);
    this.#account.noteChecked?.(first);
    rejection.set(0);
    this.#checkOrder(second, equity);
    two.copy(rejection);
    this.#account.noteChecked?.(second);
    if (one.reason !== 0) rejection.copy(one);
    return rejection.reason;
  }

  /**
   * Adds the OCO pair that was checked last, or records both orders as rejected. Must be called at the time of the
   * check.
   */
  enterPair(first: Order, second: Order): void {
    const [one, two] = this.#pair;
    const { rejection } = this;
    rejection.copy(one);
    if (one.reason === 0 && two.reason !== 0) rejection.reason = REASON.other_leg;
    this.#enter(first);
    rejection.copy(two);
    rejection.reason = this.#rules.exits.links.secondRejectReason(one.reason, two.reason);
    this.#enter(second);
  }

  /**
   * Creates and checks the replacement of an order, as if the old order did not exist. `rejection` has the reject
   * reason, such as that the old order has ended. The caller then calls `enterReplacement` or `discard`.
   */
  checkReplacement(orderId: number, changes: OrderChanges, equity: number): Order {
    const old = this.#open.find(orderId);
    const { feed, type, sign } = old ?? this.#outline(orderId);
    const next = this.#open.createOrder(feed, type, sign, old?.size ?? { quantity: 1 });
    next.replaces = orderId;
    this.#setTimes(next);
    if (old === undefined) clearQuantity(next, this.rejection.set(REASON.replaced));
    else this.#checkChanges(old, next, changes, equity);
    return next;
  }

  /**
   * Replaces a live order with the order that was checked last. If that was rejected, records the rejection and leaves
   * the old order as it is.
   */
  enterReplacement(next: Order): void {
    if (this.rejection.reason !== 0) return this.#enter(next);
    const old = this.#open.find(next.replaces)!;
    const waits = old.status === STATUS.held;
    old.status = STATUS.replaced;
    next.parentId = old.parentId;
    next.groupId = old.groupId;
    next.protectedByOthers = old.protectedByOthers;
    old.reason = REASON.replaced;
    this.#log.addEvent(old, EVENT.replaced, this.#now);
    if (waits) {
      next.quantity = next.size.quantity!;
      next.status = STATUS.held;
      this.#rules.exits.links.prepare(next, next.waterMark);
      this.#open.add(next);
      this.#log.add(this.#assignId(next), EVENT.accepted, this.#now);
    } else {
      if (old.protectedByOthers) this.#links.moveExits(old.id, this.#nextOrderId);
      this.#enter(next);
      if (next.triggered && next.working) this.#log.addEvent(next, EVENT.triggered, this.#now);
    }
    this.#open.compact();
  }

  /** Discards the orders that were checked last, without a record of them. */
  discard(...orders: readonly (Order | undefined)[]): void {
    this.#account.undoChecks?.();
    for (const order of orders) {
      if (order === undefined) continue;
      // A reused order object is reset completely only if it is marked as special.
      order.special = true;
      this.#open.release(order);
    }
  }

  /**
   * Closes the position in an instrument by a market order and cancels its open exits, except those of a margin call.
   * Does nothing without a position. With `judged` false, as at the end of a run or at ruin, the account cannot reject
   * the order.
   */
  close(feed: Feed, tag: string, equity: number, why: ReasonCode = REASON.position_closed, judged = true): void {
    const held = this.#portfolio.positions[feed.index]!.quantity;
    if (held === 0) return;
    const open = this.#open;
    const { closing } = this.#rules.orders;
    if (closing.exitsFollowPosition()) this.#cancelExits(feed, held, why, !judged);
    const exit = open.createOrder(feed, orderTypes.market, held > 0 ? -1 : 1, { quantity: Math.abs(held) });
    exit.timeInForce = timesInForce.gtc;
    exit.reduceOnly = this.#account.allowsShort && closing.isReduceOnly(isBeingLiquidated(feed, open));
    exit.tag = tag;
    exit.forced = why === REASON.margin_call || !judged;
    // The market order of a margin call must not fill at the close that caused it. At the end of a run the caller sets
    // the price.
    if (exit.forced) exit.firstBar = feed.closed + 1;
    if (judged) return this.submit(exit, equity);
    exit.submittedAt = exit.eligibleAt = this.#now.time;
    exit.quantity = Math.abs(held);
    this.rejection.set(0);
    this.#enter(exit);
  }

  /**
   * Adds the order that liquidates a position inside the bar that just closed: a triggered stop at `price`. Open exits
   * are canceled as in `close`.
   */
  liquidate(feed: Feed, tag: string, price: number): Order {
    const held = this.#portfolio.positions[feed.index]!.quantity;
    const open = this.#open;
    if (this.#rules.orders.closing.exitsFollowPosition()) this.#cancelExits(feed, held, REASON.margin_call, false);
    const exit = open.createOrder(feed, orderTypes.stop, held > 0 ? -1 : 1, { quantity: Math.abs(held) });
    exit.stopPrice = price;
    exit.timeInForce = timesInForce.gtc;
    exit.reduceOnly = true;
    exit.extendedHours = feed.extended?.[feed.closed] === 1;
    exit.tag = tag;
    exit.forced = true;
    exit.firstBar = feed.closed + 1;
    exit.submittedAt = exit.eligibleAt = this.#now.time;
    exit.quantity = Math.abs(held);
    exit.status = STATUS.new;
    this.#open.add(exit);
    this.#log.add(exit, EVENT.new, this.#now);
    exit.triggered = true;
    this.#log.addEvent(exit, EVENT.triggered, this.#now);
    return exit;
  }

  /**
   * Replaces a live order with one whose terms are changed. If the old order has ended or the account rejects the new
   * one, the new one is recorded as rejected and the old one does not change. Returns the reject reason, or 0.
   */
  replaceById(orderId: number, changes: OrderChanges, equity: number): ReasonCode {
    const next = this.checkReplacement(orderId, changes, equity);
    const { reason } = this.rejection;
    this.enterReplacement(next);
    return reason;
  }

  /** Sets the times of submission and arrival of a new order. */
  #setTimes(order: Order): void {
    order.submittedAt = this.#now.time;
    order.eligibleAt = this.#rules.timing.eligibleAt(this.#now.time);
    this.rejection.set(0);
    this.#account.markState?.(order.feed);
  }

  /** Returns the instrument, type and side of an order that has ended. */
  #outline(orderId: number): Pick<Order, "feed" | "type" | "sign"> {
    const { feed, type, sign } = this.#log.outline(orderId);
    return { feed: this.#feeds[feed]!, type, sign };
  }

  /** Returns the reject reason of an order, or 0, without counting exits that are checked separately. */
  #checkWithExits(order: Order, equity: number, firstExit?: Order, secondExit?: Order): ReasonCode {
    const { ended, index } = order.feed;
    if (ended !== "") return clearQuantity(order, this.rejection.set(REASON[ended]));
    const held = this.#portfolio.positions[index]!.quantity;
    const wrong = rejectWrongSide(this.rejection, order, held, this.#rules.exits.sides, firstExit, secondExit);
    if (wrong !== 0) return clearQuantity(order, wrong);
    const reason = this.#checkOrder(order, equity);
    if (reason !== 0) return reason;
    // Whether an order closes or reverses a position is known only once it has a quantity.
    const turned = rejectReversal(this.rejection, order, held);
    return turned === 0 ? 0 : clearQuantity(order, turned);
  }

  /**
   * Gives `next` the changed terms of an order and checks it as if the old order did not exist. Returns the reject
   * reason, or 0.
   */
  #checkChanges(old: Order, next: Order, changes: OrderChanges, equity: number): ReasonCode {
    next.takeTerms(old, changes);
    const quantity = (changes.quantity ?? old.quantity) - old.filledQuantity;
    next.size = { quantity };
    next.quantity = Math.max(0, quantity);
    if (old.forced) return this.rejection.set(REASON.margin_call);
    if (quantity <= 0) return this.rejection.set(REASON.quantity_below_lot, next.feed.instrument.lot, quantity);
    if (old.status === STATUS.held) return 0;
    const before: StatusCode = old.status;
    this.#open.assumeStatus(old, STATUS.replaced);
    this.#fills.setEstimateTerms(next);
    const reason = this.#explainRejection(next, equity, this.#account.check(next, equity));
    this.#open.assumeStatus(old, before);
    return reason;
  }

  /**
   * Checks the exits that the account counts together with their entry, each for the entry's quantity. Returns the
   * reject reason, or 0.
   */
  #checkExits({ quantity, submittedAt }: Order, exits: readonly (Order | undefined)[], equity: number): ReasonCode {
    const account = this.#account;
    for (const exit of exits) {
      if (exit === undefined || account.noteChecked === undefined || quantity === 0) continue;
      exit.size = { quantity };
      exit.submittedAt = submittedAt;
      this.#fills.setEstimateTerms(exit);
      const reason = this.#explainRejection(exit, equity, account.check(exit, equity));
      account.noteChecked(exit);
      if (reason !== 0) return reason;
    }
    return 0;
  }

  /**
   * Cancels the open exits of a position of `held` units. Exits whose entry has not filled stay open. So do exits of a
   * margin call unless `endsAll`.
   */
  #cancelExits(feed: Feed, held: number, why: ReasonCode, endsAll: boolean): void {
    const open = this.#open;
    const against = open.ofSide(feed, held > 0 ? -1 : 1);
    for (let i = 0; i < against.count; i++) {
      const order = against.at[i]!;
      if (order.feed !== feed || order.sign * held >= 0 || order.status === STATUS.held) continue;
      if (endsAll || !order.forced) this.#fills.end(order, STATUS.canceled, why);
    }
    open.compact();
  }

  /** Gives an order the reserved id, if one was reserved. */
  #assignId(order: Order): Order {
    if (this.nextId > 0) order.id = this.nextId++;
    return order;
  }

  #checkOrder(order: Order, equity: number): ReasonCode {
    if (order.feed.ended !== "") return clearQuantity(order, this.rejection.set(REASON[order.feed.ended]));
    this.#fills.setEstimateTerms(order);
    if (this.#rules.sizing.isSizedAtFill(order.size)) {
      order.sizedAtFill = true;
      order.quantity = 0;
      return Number.isNaN(order.feed.last) ? this.rejection.set(REASON.no_price) : 0;
    }
    return this.#explainRejection(order, equity, this.#account.check(order, equity));
  }

  /** Records the amounts because of which the account rejected an order. */
  #explainRejection(order: Order, equity: number, reason: ReasonCode): ReasonCode {
    if (reason === 0) return 0;
    const held = this.#portfolio.positions[order.feed.index]!.quantity;
    return this.rejection.setFromAccount(this.#account, order, held, equity, reason);
  }

  /** Adds an order, or records it as rejected. */
  #enter(order: Order): void {
    const { feed } = this.#assignId(order);
    const { reason, required, available } = this.rejection;
    if (reason !== 0) {
      order.status = STATUS.rejected;
      order.reason = reason;
      order.special = order.isSpecial;
      this.#log.add(order, EVENT.rejected, this.#now);
      this.#log.recordRejection(order.id, required, available);
      this.#open.release(order);
      return;
    }
    if (order.type.trails) startTrail(order, Number.isNaN(order.waterMark) ? feed.last : order.waterMark);
    this.#open.add(order);
    const { rests, auction } = order.timeInForce;
    // An order that is submitted after its expiry time must not fill.
    if (order.timeInForce.endsAtTime && order.expiresAt <= this.#now.time) {
      this.#log.add(order, EVENT.accepted, this.#now);
      this.#fills.end(order, STATUS.expired, REASON.time_passed);
      return this.#open.compact();
    }
    const there = order.eligibleAt <= this.#now.time && auction !== "open";
    if (there && auction === "" && this.#rules.timing.fillsAtDecision(order, this.#now.time)) {
      order.status = STATUS.new;
      this.#log.add(order, EVENT.new, this.#now);
      this.#fills.setPrice(feed, feed.closeFor(order.sign), feed.closed, "close", NOTE.decisionClose);
      this.#fills.fill(order, true, "close");
      if (!rests) this.#fills.end(order, STATUS.canceled, REASON.not_at_once);
      this.#open.compact();
    } else {
      const works = there && (feed.inSession || (order.extendedHours && this.#now.time < feed.extendedUntil));
      if (works) activate(order);
      this.#log.add(order, works ? EVENT.new : EVENT.accepted, this.#now);
    }
  }

  #enterExit(exit: Order, parentId: number, groupId: number, quantity: number, parentLives: boolean): void {
    this.#assignId(exit);
    exit.parentId = parentId;
    exit.groupId = groupId;
    exit.submittedAt = exit.eligibleAt = this.#now.time;
    const { links } = this.#rules.exits;
    exit.reduceOnly = links.reduceOnly;
    exit.quantity = quantity;
    links.prepare(exit, exit.feed.last);
    if (parentLives) {
      exit.status = STATUS.held;
      this.#open.add(exit);
      this.#log.add(exit, EVENT.accepted, this.#now);
      return;
    }
    exit.status = STATUS.rejected;
    exit.reason = REASON.parent_ended;
    exit.special = true;
    this.#log.add(exit, EVENT.rejected, this.#now);
    this.#open.release(exit);
  }
}

/** Clears the quantity of an order that was rejected before it was sized. Returns the reason. */
function clearQuantity(order: Order, reason: ReasonCode): ReasonCode {
  order.quantity = 0;
  return reason;
}
