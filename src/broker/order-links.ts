import { snapToStep } from "../primitives/rounding.ts";
import { EVENT, REASON, STATUS, type ReasonCode } from "./order-codes.ts";
import type { ExecutionModel } from "./models/execution-model.ts";
import type { OrderLog } from "./order-log.ts";
import type { FillPlace } from "./fill-terms.ts";
import type { OpenOrders } from "./open-orders.ts";
import { followsPosition } from "./trigger-index.ts";
import type { Order } from "./order.ts";

type LinkRules = Pick<ExecutionModel, "exits" | "slippage">;

/** Links between orders: an entry activates its exits, and a fill of one OCO order cancels or shrinks the other. */
export class OrderLinks {
  readonly #open: OpenOrders;
  readonly #log: OrderLog;
  readonly #now: { readonly time: number };
  readonly #rules: LinkRules;
  /** Whether an entry activated exits in the bar that just closed. */
  #hasActivations = false;

  constructor(open: OpenOrders, log: OrderLog, now: { readonly time: number }, rules: LinkRules) {
    this.#open = open;
    this.#log = log;
    this.#now = now;
    this.#rules = rules;
  }

  /** Returns whether an entry activated exits in the bar that just closed, and resets the flag. */
  takeActivations(): boolean {
    const taken = this.#hasActivations;
    this.#hasActivations = false;
    return taken;
  }

  /** Updates linked orders after an order has filled `quantity` units. */
  afterFill(order: Order, quantity: number, price: number, place: FillPlace): void {
    if (order.protectedByOthers) this.#activateExits(order, quantity, price, place);
    if (order.groupId !== 0) this.#shrinkOthers(order, quantity);
    if (order.parentId !== 0 && order.status === STATUS.filled) this.#cancelEntry(order.parentId);
  }

  /** Ends the orders that depend on an order which ended without filling in full. */
  afterEnd(order: Order): void {
    const { links } = this.#rules.exits;
    if (order.protectedByOthers) this.#cancelExitsOf(order.id, links.exitsEndWith(order));
    if (links.endsEntry(order)) this.#cancelEntry(order.parentId, REASON.other_leg);
    if (order.groupId !== 0) this.#cancelOthers(order);
  }

  #activateExits(entry: Order, quantity: number, price: number, place: FillPlace): void {
    const { links, entryBar } = this.#rules.exits;
    if (!links.activatesExits(entry)) return;
    const kin = this.#open.linkedTo(entry.id);
    for (let i = 0; i < kin.count; i++) {
      const exit = kin.at[i]!;
      if (exit.parentId !== entry.id || !exit.live) continue;
      if (exit.status !== STATUS.held) {
        exit.quantity = snapToStep(exit.quantity + quantity, exit.feed.instrument.lot);
        this.#log.update(exit);
        this.#log.addEvent(exit, EVENT.adjusted, this.#now);
        continue;
      }
      exit.status = STATUS.new;
      exit.insideBar = -1;
      exit.wokenIn = place === "open" ? -1 : entry.feed.closed;
      if (links.activate(exit, quantity, price, this.#log.length)) this.#rules.slippage.roundPrices(exit);
      if (entryBar.activate(exit, entry, place, price)) this.#hasActivations = true;
      this.#log.update(exit);
      this.#log.addEvent(exit, EVENT.new, this.#now);
    }
  }

  /** Moves exits from one entry to another. */
  moveExits(parentId: number, newParentId: number): void {
    const open = this.#open;
    const kin = open.linkedTo(parentId);
    for (let i = 0; i < kin.count; i++) {
      const exit = kin.at[i]!;
      if (exit.parentId !== parentId || !exit.live) continue;
      exit.parentId = newParentId;
      open.exitMoved(exit);
      this.#log.update(exit);
    }
  }

  #shrinkOthers(order: Order, quantity: number): void {
    const kin = this.#open.linkedTo(order.groupId);
    for (let i = 0; i < kin.count; i++) {
      const other = kin.at[i]!;
      if (other === order || other.groupId !== order.groupId || !other.live) continue;
      const left = snapToStep(other.quantity - quantity, other.feed.instrument.lot);
      if (order.status === STATUS.filled || left <= 0) {
        this.#cancel(other, REASON.other_leg);
      } else {
        other.quantity = left;
        this.#log.update(other);
        this.#log.addEvent(other, EVENT.adjusted, this.#now);
      }
    }
  }

  /** Cancels the rest of an entry whose exit has ended, since that rest would be without an exit. */
  #cancelEntry(id: number, reason: ReasonCode = REASON.position_closed): void {
    const entry = this.#open.find(id);
    if (entry !== undefined) this.#cancel(entry, reason);
  }

  #cancelExitsOf(parentId: number, awakeToo = true): void {
    const kin = this.#open.linkedTo(parentId);
    for (let i = 0; i < kin.count; i++) {
      const exit = kin.at[i]!;
      if (exit.parentId !== parentId || !exit.live) continue;
      if (awakeToo || exit.status === STATUS.held) this.#cancel(exit, REASON.parent_ended);
    }
  }

  #cancelOthers(order: Order): void {
    const kin = this.#open.linkedTo(order.groupId);
    for (let i = 0; i < kin.count; i++) {
      const other = kin.at[i]!;
      if (other !== order && other.groupId === order.groupId && other.live) this.#cancel(other, REASON.other_leg);
    }
  }

  /** Cancels or shrinks the exits of an entry after another order has closed all or part of its trade. */
  afterTradeClosed(entryId: number, quantity: number, isClosed: boolean): void {
    const kin = this.#open.linkedTo(entryId);
    for (let i = 0; i < kin.count; i++) {
      const exit = kin.at[i]!;
      if (exit.parentId !== entryId || !exit.working) continue;
      const left = snapToStep(exit.quantity - quantity, exit.feed.instrument.lot);
      if (isClosed || left <= 0) {
        this.#cancel(exit, REASON.position_closed);
        continue;
      }
      exit.quantity = left;
      this.#log.update(exit);
      this.#log.addEvent(exit, EVENT.adjusted, this.#now);
    }
  }

  /**
   * Adjusts exits to the `held` units that a fill left. If the fill reduced the position, reduce-only exits and margin
   * calls shrink to it, or are canceled if it is closed. An entry that is filled in part is canceled with its exits.
   */
  followPosition(order: Order, filled: number, held: number): void {
    const open = this.#open;
    if (open.specialCount === 0 || (held - order.sign * filled) * order.sign >= 0) return;
    const exits = open.exceeding(order.feed, held);
    for (let i = 0; i < exits.count; i++) {
      const exit = exits.at[i]!;
      if (exit === order || exit.feed !== order.feed || !followsPosition(exit)) continue;
      const most = Math.max(0, -exit.sign * held);
      if (exit.remaining <= most) continue;
      // OCO partners of the order are handled by `#shrinkOthers`.
      if (exit.groupId !== 0 && exit.groupId === order.groupId) continue;
      if (most === 0) {
        this.#cancel(exit, REASON.position_closed);
        if (exit.parentId !== 0) this.#cancelEntry(exit.parentId);
        continue;
      }
      exit.quantity = snapToStep(exit.filledQuantity + most, exit.feed.instrument.lot);
      this.#log.update(exit);
      this.#log.addEvent(exit, EVENT.adjusted, this.#now);
    }
  }

  /** Cancels the exits of an order whose fill opened nothing. */
  cancelExits(order: Order): void {
    this.#cancelExitsOf(order.id);
  }

  #cancel(order: Order, reason: ReasonCode): void {
    order.status = STATUS.canceled;
    order.reason = reason;
    this.#log.addEvent(order, EVENT.canceled, this.#now);
  }
}
