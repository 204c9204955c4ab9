import { RecordTable } from "../primitives/record-table.ts";
import { MARGIN_CALL_TAG } from "./margin-call.ts";
import { EVENT_NAMES, REASON, REASON_NAMES, STATUS, STATUS_NAMES, type EventCode } from "./order-codes.ts";
import { optionalPrice, OrderExtras } from "./order-extras.ts";
import type { OrderEvent, OrderReason, OrderRecord, OrderStatus } from "./order-record.ts";
import type { OpenOrders } from "./open-orders.ts";
import type { Order } from "./order.ts";
import { orderTypes } from "./order-types/catalog.ts";
import type { OrderType } from "./order-types/order-type.ts";
import { TIME_IN_FORCE_RULES, type TimeInForceRule } from "./times-in-force.ts";

const TYPES = Object.values(orderTypes);
/** Indexes of the fields of an order's row. Values with a small range share a field to save memory. */
const CODE = 0;
const QUANTITY = 1;
const LIMIT = 2;
const STOP = 3;
const SUBMITTED = 4;
const STATE = 5;
const FILLED = 6;
const VALUE = 7;
/** Factors that pack side, time in force, order type, instrument and tag into one number, lowest first. */
const FLAGS = 16;
const TYPE_PLACES = 64;
const FEED_PLACES = 65_536;
/**
 * Factor that packs status and reason, or event and reason, into one number: status × 32 + reason, or (order id × 16 +
 * event) × 32 + reason.
 */
const REASONS = 32;
const EVENTS = 16;

/**
 * Number of liquidating orders by when the margin call occurred: at the open of a bar, inside a bar, or after a close.
 */
export interface MarginCallCounts {
  readonly atOpen: number;
  readonly inside: number;
  readonly afterClose: number;
}

type OrderLogState = Omit<ReturnType<OrderLog["snapshot"]>, "forced"> & { readonly forced?: readonly number[] };

/** All orders in their current state and all their events, in sequence. The order with id `id` is in row `id - 1`. */
export class OrderLog {
  readonly #orders = new RecordTable(8);
  readonly #events = new RecordTable(2);
  /** Amounts of rejections, and for orders with such amounts their row. */
  readonly #rejections = new RecordTable(2);
  readonly #rejectionRows = new Map<number, number>();
  readonly #tags: string[] = [""];
  readonly #tagPlaces = new Map([["", 0]]);
  readonly #extras = new OrderExtras();
  /** Ids of the orders that the broker itself submitted. */
  readonly #forced = new Set<number>();
  /** Number of liquidating orders. */
  readonly marginCalls: Record<keyof MarginCallCounts, number> = { atOpen: 0, inside: 0, afterClose: 0 };
  /** Open orders, which the log notifies of each change. The broker sets them. */
  open: OpenOrders | undefined;
  /** Ids reserved for future orders, which may be added in any sequence. */
  readonly #reserved = new Set<number>();
  #lastType: OrderType | undefined;
  #lastTypeIndex = 0;
  #lastRule: TimeInForceRule = TIME_IN_FORCE_RULES[0]!;
  #lastRuleIndex = 0;

  get length(): number {
    return this.#orders.length;
  }

  get eventCount(): number {
    return this.#events.length;
  }

  /** Reserves all unused ids up to `last`. */
  reserve(last: number): void {
    while (this.#orders.length < last) {
      this.#orders.append();
      this.#reserved.add(this.#orders.length);
    }
  }

  /** Whether an order with this id was added. */
  has(id: number): boolean {
    return id <= this.#orders.length && !this.#reserved.has(id);
  }

  /** Adds an order with its first event. It gets the next id unless it has a reserved one. */
  add(order: Order, event: EventCode, now: { readonly time: number }): void {
    let at: number;
    let rows: Float64Array;
    if (order.id === 0) {
      at = this.#orders.append();
      rows = this.#orders.rows;
      order.id = this.#orders.length;
    } else {
      rows = this.#orders.chunkOf(order.id - 1);
      at = this.#orders.offsetOf(order.id - 1);
      this.#reserved.delete(order.id);
    }
    const tag = order.tag === "" ? 0 : this.#tagIndex(order.tag);
    const flags = this.#ruleIndex(order.timeInForce) * 2 + (order.sign > 0 ? 1 : 0);
    rows[at + CODE] =
      ((tag * FEED_PLACES + order.feed.index) * TYPE_PLACES + this.#typeIndex(order.type)) * FLAGS + flags;
    rows[at + QUANTITY] = order.quantity;
    rows[at + LIMIT] = order.limitPrice;
    rows[at + STOP] = order.stopPrice;
    rows[at + SUBMITTED] = order.submittedAt;
    if (order.special || order.reduceOnly || order.replaces > 0) this.#extras.set(order.id, order);
    if (order.forced) {
      this.#forced.add(order.id);
      this.#countMarginCall(order);
    }
    this.#note(order, event, now);
  }

  /** Stores the changed quantity and prices of an order. */
  update(order: Order): void {
    const row = order.id - 1;
    const orders = this.#orders.chunkOf(row);
    const begin = this.#orders.offsetOf(row);
    orders[begin + QUANTITY] = order.quantity;
    orders[begin + LIMIT] = order.limitPrice;
    orders[begin + STOP] = order.stopPrice;
    orders[begin + FILLED] = order.filledQuantity;
    if (order.special) this.#extras.set(order.id, order);
    this.open?.markChanged(order);
  }

  /** Stores the state of an order, and adds an event. */
  addEvent(order: Order, event: EventCode, now: { readonly time: number }): void {
    this.#note(order, event, now);
    this.open?.markChanged(order);
  }

  #note(order: Order, event: EventCode, now: { readonly time: number }): void {
    const row = order.id - 1;
    const orders = this.#orders.chunkOf(row);
    const begin = this.#orders.offsetOf(row);
    orders[begin + STATE] = order.status * REASONS + order.reason;
    orders[begin + FILLED] = order.filledQuantity;
    orders[begin + VALUE] = order.filledValue;
    const at = this.#events.append();
    const events = this.#events.rows;
    events[at] = now.time;
    events[at + 1] = (order.id * EVENTS + event) * REASONS + order.reason;
  }

  /** Stores the amounts because of which an order was rejected. */
  recordRejection(id: number, required: number, available: number): void {
    if (Number.isNaN(required)) return;
    this.#rejectionRows.set(id, this.#rejections.length);
    const at = this.#rejections.append();
    this.#rejections.rows[at] = required;
    this.#rejections.rows[at + 1] = available;
  }

  tagOf(orderId: number): string {
    return this.#tags[Math.floor(this.#orders.at(orderId - 1, CODE) / (FEED_PLACES * TYPE_PLACES * FLAGS))]!;
  }

  /** Returns the instrument index, type and side of an order. */
  outline(id: number): { readonly feed: number; readonly type: OrderType; readonly sign: 1 | -1 } {
    const code = this.#orders.at(id - 1, CODE);
    const typed = Math.floor(code / FLAGS);
    return {
      feed: Math.floor(typed / TYPE_PLACES) % FEED_PLACES,
      type: TYPES[typed % TYPE_PLACES]!,
      sign: code % 2 === 1 ? 1 : -1,
    };
  }

  /** Returns the ids of an order's entry, OCO group and replaced order; 0 for none. */
  links(id: number): Pick<OrderRecord, "parentId" | "groupId" | "replaces"> {
    return this.#extras.get(id);
  }

  /** Returns an order as a frozen record. */
  record(id: number, symbols: readonly string[]): OrderRecord {
    const orders = this.#orders;
    const row = id - 1;
    const code = orders.at(row, CODE);
    const typed = Math.floor(code / FLAGS);
    const state = orders.at(row, STATE);
    const extra = this.#extras.get(id);
    return Object.freeze({
      id,
      symbol: symbols[Math.floor(typed / TYPE_PLACES) % FEED_PLACES]!,
      side: code % 2 === 1 ? "buy" : "sell",
      type: TYPES[typed % TYPE_PLACES]!.name,
      timeInForce: TIME_IN_FORCE_RULES[Math.floor((code % FLAGS) / 2)]!.name,
      quantity: orders.at(row, QUANTITY),
      filledQuantity: orders.at(row, FILLED),
      averageFillPrice: orders.at(row, VALUE) / orders.at(row, FILLED),
      limitPrice: optionalPrice(orders.at(row, LIMIT)),
      stopPrice: optionalPrice(orders.at(row, STOP)),
      trailAmount: extra.trailAmount,
      trailPercent: extra.trailPercent,
      waterMark: extra.waterMark,
      expiresAt: extra.expiresAt,
      reduceOnly: extra.reduceOnly,
      extendedHours: extra.extendedHours,
      parentId: extra.parentId,
      replaces: extra.replaces,
      groupId: extra.groupId,
      forced: this.#forced.has(id),
      status: STATUS_NAMES[Math.floor(state / REASONS)]!,
      reason: REASON_NAMES[state % REASONS]!,
      submittedAt: orders.at(row, SUBMITTED),
      tag: this.tagOf(id),
    });
  }

  /** Returns an event, by its index from 0, as a frozen object. */
  event(index: number): OrderEvent {
    const code = this.#events.at(index, 1);
    const coded = Math.floor(code / REASONS);
    const orderId = Math.floor(coded / EVENTS);
    const event: OrderEvent = {
      sequence: index + 1,
      time: this.#events.at(index, 0),
      orderId,
      event: EVENT_NAMES[coded % EVENTS]!,
      reason: REASON_NAMES[code % REASONS]!,
    };
    return Object.freeze(this.#rejectionRows.has(orderId) ? { ...event, ...this.rejectionAmounts(orderId) } : event);
  }

  /** Returns the required and available amounts of a rejection, or an empty object if it has none. */
  rejectionAmounts(id: number): Pick<OrderEvent, "required" | "available"> {
    const row = this.#rejectionRows.get(id);
    return row === undefined ? {} : { required: this.#rejections.at(row, 0), available: this.#rejections.at(row, 1) };
  }

  /** Counts the orders with a status and, if given, a reason. */
  count(status: OrderStatus, reason?: OrderReason): number {
    let count = 0;
    for (let row = 0; row < this.#orders.length; row++) {
      const state = this.#orders.at(row, STATE);
      if (Math.floor(state / REASONS) !== STATUS[status]) continue;
      if (reason === undefined || state % REASONS === REASON[reason]) count++;
    }
    return count;
  }

  /**
   * Counts a liquidating order. Called only for the broker's own orders, since orders of a strategy may have the same
   * tag.
   */
  #countMarginCall({ tag, type, stopPrice, feed }: Order): void {
    if (tag !== MARGIN_CALL_TAG) return;
    if (type.immediate) this.marginCalls.afterClose++;
    else if (stopPrice === feed.open[feed.closed]) this.marginCalls.atOpen++;
    else this.marginCalls.inside++;
  }

  /**
   * Returns the index of an order type. The last one is remembered, since consecutive orders often have the same type.
   */
  #typeIndex(type: OrderType): number {
    if (type !== this.#lastType) {
      this.#lastType = type;
      this.#lastTypeIndex = TYPES.indexOf(type);
    }
    return this.#lastTypeIndex;
  }

  #ruleIndex(rule: TimeInForceRule): number {
    if (rule !== this.#lastRule) {
      this.#lastRule = rule;
      this.#lastRuleIndex = TIME_IN_FORCE_RULES.indexOf(rule);
    }
    return this.#lastRuleIndex;
  }

  #tagIndex(tag: string): number {
    let place = this.#tagPlaces.get(tag);
    if (place === undefined) this.#tagPlaces.set(tag, (place = this.#tags.push(tag) - 1));
    return place;
  }

  snapshot() {
    return {
      orders: this.#orders.snapshot(),
      events: this.#events.snapshot(),
      tags: [...this.#tags],
      extras: this.#extras.snapshot(),
      calls: { ...this.marginCalls },
      forced: [...this.#forced],
      refusals: this.#rejections.snapshot(),
      refused: [...this.#rejectionRows],
    };
  }

  /** Restores a snapshot. Snapshots of earlier versions do not list the broker's own orders. */
  restore({ forced = [], ...state }: OrderLogState): void {
    this.#orders.restore(state.orders);
    this.#events.restore(state.events);
    this.#tags.length = 0;
    this.#tagPlaces.clear();
    for (const tag of state.tags) this.#tagPlaces.set(tag, this.#tags.push(tag) - 1);
    this.#extras.restore(state.extras);
    Object.assign(this.marginCalls, state.calls);
    this.#forced.clear();
    for (const id of forced) this.#forced.add(id);
    this.#rejections.restore(state.refusals);
    this.#rejectionRows.clear();
    for (const [id, row] of state.refused) this.#rejectionRows.set(id, row);
  }
}
