import type { Feed } from "../market/feed.ts";
import { MISSING } from "../primitives/column.ts";
import { sortExits, finerBarReaching } from "./finer-bars.ts";
import { Triggered } from "./triggered.ts";
import { ENTRY_BAR_USE, useWholeBar } from "./models/exits.ts";
import type { ExecutionModel } from "./models/execution-model.ts";
import { VISIBLE } from "./models/timing.ts";
import { matchMarket, NOTE } from "./models/fills.ts";
import type { CustomFills } from "./models/custom-fills.ts";
import type { OrderList } from "./trigger-index.ts";
import type { Order } from "./order.ts";

/** Price at which a bar triggers a margin call, matched like a stop order for the position. */
export interface MarginLine {
  /** Placeholder for the liquidating order, which is created only if the margin call happens. */
  readonly order: Order;
  price: number;
  /** Whether equity is below the maintenance margin already at the bar's open. */
  atOpen: boolean;
}

/**
 * Finds the orders of one instrument that its closing bar triggers, and the sequence in which they fill. The list is
 * reused for each bar.
 */
export class BarMatching {
  readonly triggered: Triggered[] = [];
  count = 0;
  readonly #rules: ExecutionModel;
  readonly #customFills: CustomFills | undefined;

  constructor(rules: ExecutionModel) {
    this.#rules = rules;
    this.#customFills = rules.customFills;
  }

  /**
   * Lists in `triggered` the orders that an instrument's closing bar triggers, in sequence along the bar's assumed
   * path.
   */
  match(orders: readonly Order[], orderCount: number, feed: Feed, held: number, line?: MarginLine): void {
    this.count = 0;
    for (let i = 0; i < orderCount; i++) {
      const order = orders[i]!;
      if (order.feed === feed && this.triggers(order)) this.count++;
    }
    if (line !== undefined) this.#addMarginLine(line);
    if (this.count > 1) this.#arrange(held);
  }

  /**
   * Matches the orders again if the fill at the open, in slot `slot`, activated exits, since these may fill in the
   * whole bar. Returns whether it did. Otherwise, after the last fill at the open, sorts the remaining orders for the
   * position that is left.
   */
  rematch(slot: number, { at, count }: OrderList, feed: Feed, held: number): boolean {
    if (!this.#rules.sequence.addsExitsAtOpen(this.triggered[slot]!)) return false;
    const hasActivated = useWholeBar(at, count, feed.closed);
    if (hasActivated) this.match(at, count, feed, held);
    else if (slot + 2 < this.count && !this.triggered[slot + 1]!.atOpen) this.#arrange(held, slot + 1);
    return hasActivated;
  }

  /** Lets exits that a fill at the open activated fill anywhere in the bar. */
  useWholeBar({ at, count }: OrderList, feed: Feed): void {
    useWholeBar(at, count, feed.closed);
  }

  #addMarginLine({ order, price, atOpen }: MarginLine): Triggered {
    const slot = this.#slot(order);
    slot.atClose = false;
    slot.price = slot.level = price;
    slot.atOpen = atOpen;
    slot.heading = order.sign;
    slot.adverse = slot.slips = slot.triggers = true;
    this.count++;
    return slot;
  }

  /** Matches a single order, in the first slot of the list. Returns whether the bar triggers the order. */
  matchOne(order: Order): boolean {
    this.count = 0;
    return this.triggers(order);
  }

  /** Whether the bar that just closed triggers an order. Writes the match into the next free slot. */
  triggers(order: Order): boolean {
    if (!order.working) return false;
    const { feed } = order;
    const bar = feed.closed;
    if (order.firstBar > bar || order.timeInForce.auction !== "") return false;
    if (feed.extended !== undefined && feed.extended[bar] === 1 && !order.extendedHours) return false;
    const slot = this.#slot(order);
    const { liquidity, timing } = this.#rules;
    if (!liquidity.reaches(feed.volume[bar]!)) return false;
    const shown = timing.visibleTo(order);
    slot.atClose = shown === VISIBLE.close;
    if (shown === VISIBLE.nothing) return false;
    if (shown === VISIBLE.close) {
      slot.note = order.insideBar === bar && feed.quotes === undefined ? NOTE.formingClose : NOTE.close;
      return this.#matchSinglePrice(order, feed.closeFor(order.sign), slot);
    }
    if (shown === VISIBLE.previousClose) return this.#matchFromPreviousClose(order, feed.previousClose, slot);
    if (shown === VISIBLE.open) return order.type.matchPrice(order, feed.open[bar]!, slot);
    if (this.#customFills !== undefined) return this.#customFills.match(order, feed.open[bar]!, slot);
    return order.type.matchBar(order, feed.open[bar]!, feed.high[bar]!, feed.low[bar]!, feed.close[bar]!, slot);
  }

  /**
   * Matches an order that fills at the close before its bar and is booked when the bar closes. Market orders fill at
   * that close. In a queue, triggered stops fill at that close or at the stop, whichever is worse. Other resting orders
   * are matched against the bar itself.
   */
  #matchFromPreviousClose(order: Order, before: number, slot: Triggered): boolean {
    const { feed, type } = order;
    const bar = feed.closed;
    if (type.immediate) {
      slot.barsBack = 1;
      slot.note =
        order.submittedAt === feed.closeTime[bar - 1] && !order.forced ? NOTE.decisionClose : NOTE.previousClose;
      return type.matchPrice(order, before, slot);
    }
    const triggers = type.matchBar(order, feed.open[bar]!, feed.high[bar]!, feed.low[bar]!, feed.close[bar]!, slot);
    if (!(this.#customFills?.applyRule(order, feed.open[bar]!, triggers, slot) ?? triggers)) return false;
    if (slot.note === NOTE.custom) return true;
    slot.price = this.#rules.sequence.queuePrice(before, order, slot);
    return true;
  }

  /** Matches an order against a single price, such as that of an auction. Undefined if the order does not fill. */
  matchPrice(order: Order, price: number): Triggered | undefined {
    this.count = 0;
    const slot = this.#slot(order);
    slot.atClose = false;
    return this.#matchSinglePrice(order, price, slot) ? slot : undefined;
  }

  /** Matches an order against a single price, which also fills stops. A price of NaN fills nothing. */
  #matchSinglePrice(order: Order, price: number, slot: Triggered): boolean {
    return price === price && (order.reached ? matchMarket(price, slot) : order.type.matchPrice(order, price, slot));
  }

  /**
   * Lists exits whose entry filled in the bar that just closed. After an entry at the open they may fill in the whole
   * bar. After an entry inside the bar its further path is unknown, so by default only stops may fill, marked
   * ambiguous. With the optimistic sequence, limits fill if the bar reaches them, and stops only if the bar proves that
   * they came after the entry.
   */
  matchEntryBarExits(orders: readonly Order[], orderCount: number, feed: Feed, held: number, line?: MarginLine): void {
    this.count = 0;
    const bar = feed.closed;
    let usesFinerBars = false;
    let bornAt = MISSING[0]!;
    const { sequence } = this.#rules;
    this.#rules.exits.entryBar.prepare(orders, orderCount, feed);
    for (let i = 0; i < orderCount; i++) {
      const order = orders[i]!;
      const { newborn } = order;
      if (order.feed !== feed || newborn === ENTRY_BAR_USE.none) continue;
      order.newborn = ENTRY_BAR_USE.none;
      if (!order.working) continue;
      // A trailing stop that may fill in the whole bar also follows the whole bar.
      if (newborn === ENTRY_BAR_USE.wholeBar && order.type.trails) order.firstBar = bar;
      const slot = this.#slot(order);
      slot.atClose = false;
      const seen = newborn === ENTRY_BAR_USE.stopsOnly ? sequence.seenInFinerBars(order, slot) : undefined;
      if (seen !== undefined) {
        usesFinerBars = true;
        bornAt = order.bornAt;
        if (this.#customFills?.applyRule(order, bornAt, seen, slot) ?? seen) this.count++;
        continue;
      }
      const from = newborn === ENTRY_BAR_USE.wholeBar ? feed.open[bar]! : order.bornAt;
      const triggers = order.type.matchBar(order, from, feed.high[bar]!, feed.low[bar]!, feed.close[bar]!, slot);
      if (!(this.#customFills?.applyRule(order, from, triggers, slot) ?? triggers)) continue;
      if (newborn === ENTRY_BAR_USE.stopsOnly && !sequence.mayFillInEntryBar(order, slot)) {
        // A stop-limit order that triggers in the bar in which its position was entered is a limit order in later bars.
        if (slot.adverse || !slot.triggers) continue;
        slot.price = MISSING[0]!;
      }
      this.count++;
    }
    if (line !== undefined) {
      const slot = this.#addMarginLine(line);
      if (usesFinerBars) slot.finerBar = finerBarReaching(feed, bornAt, line.price, line.order.sign);
    }
    if (usesFinerBars) sortExits(this.triggered, this.count);
    else if (this.count > 1) this.#arrange(held);
    for (let i = 0; i < this.count; i++) {
      const slot = this.triggered[i]!;
      if (!Number.isNaN(slot.order.bornAt) && !(usesFinerBars && slot.resolved)) slot.ambiguous = true;
    }
  }

  #slot(order: Order): Triggered {
    let slot = this.triggered[this.count];
    if (slot === undefined) this.triggered.push((slot = new Triggered(order, this.#rules.fills)));
    slot.order = order;
    slot.ambiguous = false;
    slot.resolved = false;
    slot.barsBack = 0;
    slot.note = NOTE.type;
    return slot;
  }

  /**
   * Sorts triggered orders. First come those at the open, last those that became eligible inside the bar and see only
   * its close. In between, the price is assumed to go in one direction and then in the other; in each direction the
   * nearer order comes first, then the older one. If orders fill in both directions, their fills are ambiguous.
   */
  #arrange(held: number, from = 0): void {
    const { sequence } = this.#rules;
    const list = this.triggered;
    let up = false;
    let down = false;
    for (let i = from; i < this.count; i++) {
      const slot = list[i]!;
      slot.resolved = false;
      if (!slot.inside) continue;
      if (slot.heading === 1) up = true;
      else down = true;
    }
    const first = up && down ? sequence.firstDirection(list, this.count, held) : 1;
    for (let i = from; i < this.count; i++) {
      const slot = list[i]!;
      slot.ambiguous = up && down && slot.inside && !slot.resolved;
      let place = i;
      for (; place > from && sequence.comesBefore(slot, list[place - 1]!, first); place--)
        list[place] = list[place - 1]!;
      list[place] = slot;
    }
  }
}
