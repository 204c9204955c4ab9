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
/** Fields of an order's row. What takes few values shares one, so that a long run stays small. */
const CODE = 0;
const QUANTITY = 1;
const LIMIT = 2;
const STOP = 3;
const SUBMITTED = 4;
const STATE = 5;
const FILLED = 6;
const VALUE = 7;
/** Parts of a code, from the lowest: buys, time in force, place of the type, place of the instrument, number of the tag. */
const FLAGS = 16;
const TYPE_PLACES = 64;
const FEED_PLACES = 65_536;
/** A state is the status times this plus the reason; an event's row is its time and (order id × 16 + event) × 32 + reason. */
const REASONS = 32;
const EVENTS = 16;

/** How many orders of the broker liquidated positions: where a bar opened without enough equity, where equity met the margin inside one, or after a close. */
export interface MarginCalls {
  readonly atOpen: number;
  readonly inside: number;
  readonly afterClose: number;
}

type OrderLogState = Omit<ReturnType<OrderLog["snapshot"]>, "forced"> & { readonly forced?: readonly number[] };

/** Every order as it stands and every step of its life, in order. Order `id` is the row before it. */
export class OrderLog {
  readonly #orders = new RecordTable(8);
  readonly #events = new RecordTable(2);
  /** The numbers of refusals, and the row of each order that has any. */
  readonly #rejections = new RecordTable(2);
  readonly #rejectionRows = new Map<number, number>();
  readonly #tags: string[] = [""];
  readonly #tagPlaces = new Map([["", 0]]);
  readonly #extras = new OrderExtras();
  /** Ids of the broker's own orders. */
  readonly #forced = new Set<number>();
  /** Orders by which the broker liquidated, by where it called the account. */
  readonly marginCalls: Record<keyof MarginCalls, number> = { atOpen: 0, inside: 0, afterClose: 0 };
  /** Hears of everything that happens to an order after it was entered; set by who keeps them. */
  open: OpenOrders | undefined;
  /** Ids that orders to come were promised, in whatever order they come. */
  readonly #reserved = new Set<number>();
  #lastType: OrderType | undefined;
  #lastPlace = 0;
  #lastRule: TimeInForceRule = TIME_IN_FORCE_RULES[0]!;
  #lastRulePlace = 0;

  get length(): number {
    return this.#orders.length;
  }

  get eventCount(): number {
    return this.#events.length;
  }

  /** Keeps the ids up to `last` for orders to come. */
  reserve(last: number): void {
    while (this.#orders.length < last) {
      this.#orders.append();
      this.#reserved.add(this.#orders.length);
    }
  }

  /** Whether the order of an id was entered. */
  has(id: number): boolean {
    return id <= this.#orders.length && !this.#reserved.has(id);
  }

  /** Enters an order, gives it its id unless it has one that was reserved, and notes the step that it begins with. */
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
    const flags = this.#rulePlaceOf(order.timeInForce) * 2 + (order.sign > 0 ? 1 : 0);
    rows[at + CODE] =
      ((tag * FEED_PLACES + order.feed.index) * TYPE_PLACES + this.#placeOf(order.type)) * FLAGS + flags;
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

  /** Updates the terms of an order that may change while it lives: its quantity and prices. */
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

  /** Writes where the order stands and adds the step that brought it there. */
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

  /** Keeps the numbers by which an order was refused. */
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

  /** What an order is about: place of its instrument, type and side. */
  outline(id: number): { readonly feed: number; readonly type: OrderType; readonly sign: 1 | -1 } {
    const code = this.#orders.at(id - 1, CODE);
    const typed = Math.floor(code / FLAGS);
    return {
      feed: Math.floor(typed / TYPE_PLACES) % FEED_PLACES,
      type: TYPES[typed % TYPE_PLACES]!,
      sign: code % 2 === 1 ? 1 : -1,
    };
  }

  /** The orders to which an order belongs, by their ids; 0 for none. */
  links(id: number): Pick<OrderRecord, "parentId" | "groupId" | "replaces"> {
    return this.#extras.get(id);
  }

  /** Order number `id`, frozen. */
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

  /** Step number `index` from 0, frozen. */
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

  /** The numbers by which an order was refused; nothing for one that was not, or for a reason without numbers. */
  rejectionAmounts(id: number): Pick<OrderEvent, "required" | "available"> {
    const row = this.#rejectionRows.get(id);
    return row === undefined ? {} : { required: this.#rejections.at(row, 0), available: this.#rejections.at(row, 1) };
  }

  /** How many orders stand in that status, and how many of them for that reason. */
  count(status: OrderStatus, reason?: OrderReason): number {
    let count = 0;
    for (let row = 0; row < this.#orders.length; row++) {
      const state = this.#orders.at(row, STATE);
      if (Math.floor(state / REASONS) !== STATUS[status]) continue;
      if (reason === undefined || state % REASONS === REASON[reason]) count++;
    }
    return count;
  }

  /** Counts an order of the broker's own that liquidates. A user's may bear the same tag. */
  #countMarginCall({ tag, type, stopPrice, feed }: Order): void {
    if (tag !== MARGIN_CALL_TAG) return;
    if (type.immediate) this.marginCalls.afterClose++;
    else if (stopPrice === feed.open[feed.closed]) this.marginCalls.atOpen++;
    else this.marginCalls.inside++;
  }

  /** Place of a type in the catalogue; most often that of the order before. */
  #placeOf(type: OrderType): number {
    if (type !== this.#lastType) {
      this.#lastType = type;
      this.#lastPlace = TYPES.indexOf(type);
    }
    return this.#lastPlace;
  }

  #rulePlaceOf(rule: TimeInForceRule): number {
    if (rule !== this.#lastRule) {
      this.#lastRule = rule;
      this.#lastRulePlace = TIME_IN_FORCE_RULES.indexOf(rule);
    }
    return this.#lastRulePlace;
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

  /** One that was kept before orders said whose they are has none of the broker's. */
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
