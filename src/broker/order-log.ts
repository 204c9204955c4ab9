import { RecordTable } from "../primitives/record-table.ts";
import type { Feed } from "../market/feed.ts";
import type { OrderEvent, OrderEventKind, OrderReason, OrderRecord, OrderStatus } from "./order-record.ts";
import type { Order, OrderTerms } from "./order.ts";
import { orderTypes } from "./order-types/catalog.ts";

const TYPES = Object.values(orderTypes);
const STATUSES: readonly OrderStatus[] = [
  "accepted",
  "new",
  "partially_filled",
  "filled",
  "canceled",
  "expired",
  "rejected",
];
const EVENTS: readonly OrderEventKind[] = [
  "accepted",
  "new",
  "triggered",
  "partial_fill",
  "fill",
  "canceled",
  "expired",
  "rejected",
];
const REASONS: readonly OrderReason[] = [
  "",
  "insufficient_funds",
  "insufficient_position",
  "quantity_below_lot",
  "no_price",
  "requested",
  "position_closed",
  "session_closed",
];

/** Fields of an order's row. */
const FEED = 0;
const SIGN = 1;
const TYPE = 2;
const GTC = 3;
const QUANTITY = 4;
const LIMIT = 5;
const STOP = 6;
const SUBMITTED = 7;
const TAG = 8;
const STATUS = 9;
const REASON = 10;
const FILLED = 11;
const VALUE = 12;

/** Every order as it stands and every step of its life, in order. Order `id` is the row before it. */
export class OrderLog {
  readonly #orders = new RecordTable(13);
  readonly #events = new RecordTable(4);
  readonly #tags: string[] = [""];

  get length(): number {
    return this.#orders.length;
  }

  get eventCount(): number {
    return this.#events.length;
  }

  /** Enters an order and returns its id. */
  add(feed: Feed, terms: OrderTerms, quantity: number, time: number): number {
    const at = this.#orders.append();
    const rows = this.#orders.rows;
    rows[at + FEED] = feed.index;
    rows[at + SIGN] = terms.sign;
    rows[at + TYPE] = TYPES.indexOf(terms.type);
    rows[at + GTC] = terms.timeInForce === "gtc" ? 1 : 0;
    rows[at + QUANTITY] = quantity;
    rows[at + LIMIT] = terms.limitPrice;
    rows[at + STOP] = terms.stopPrice;
    rows[at + SUBMITTED] = time;
    rows[at + TAG] = terms.tag === "" ? 0 : this.#tagIndex(terms.tag);
    return this.#orders.length;
  }

  /** Writes where the order stands and adds the step that brought it there. */
  step(
    order: Pick<Order, "id" | "status" | "reason" | "filledQuantity" | "filledValue">,
    event: OrderEventKind,
    time: number,
  ): void {
    const row = order.id - 1;
    this.#orders.set(row, STATUS, STATUSES.indexOf(order.status));
    this.#orders.set(row, REASON, REASONS.indexOf(order.reason));
    this.#orders.set(row, FILLED, order.filledQuantity);
    this.#orders.set(row, VALUE, order.filledValue);
    const at = this.#events.append();
    const rows = this.#events.rows;
    rows[at] = time;
    rows[at + 1] = order.id;
    rows[at + 2] = EVENTS.indexOf(event);
    rows[at + 3] = REASONS.indexOf(order.reason);
  }

  tagOf(orderId: number): string {
    return this.#tags[this.#orders.at(orderId - 1, TAG)]!;
  }

  /** Order number `id`, frozen. */
  record(id: number, symbols: readonly string[]): OrderRecord {
    const field = (name: number) => this.#orders.at(id - 1, name);
    const price = (name: number) => (Number.isNaN(field(name)) ? undefined : field(name));
    return Object.freeze({
      id,
      symbol: symbols[field(FEED)]!,
      side: field(SIGN) > 0 ? "buy" : "sell",
      type: TYPES[field(TYPE)]!.name,
      timeInForce: field(GTC) === 1 ? "gtc" : "day",
      quantity: field(QUANTITY),
      filledQuantity: field(FILLED),
      averageFillPrice: field(VALUE) / field(FILLED),
      limitPrice: price(LIMIT),
      stopPrice: price(STOP),
      status: STATUSES[field(STATUS)]!,
      reason: REASONS[field(REASON)]!,
      submittedAt: field(SUBMITTED),
      tag: this.#tags[field(TAG)]!,
    });
  }

  /** Step number `index` from 0, frozen. */
  event(index: number): OrderEvent {
    return Object.freeze({
      sequence: index + 1,
      time: this.#events.at(index, 0),
      orderId: this.#events.at(index, 1),
      event: EVENTS[this.#events.at(index, 2)]!,
      reason: REASONS[this.#events.at(index, 3)]!,
    });
  }

  /** How many orders stand in that status, and how many of them for that reason. */
  count(status: OrderStatus, reason?: OrderReason): number {
    const wanted = STATUSES.indexOf(status);
    let count = 0;
    for (let row = 0; row < this.#orders.length; row++) {
      if (this.#orders.at(row, STATUS) !== wanted) continue;
      if (reason === undefined || REASONS[this.#orders.at(row, REASON)] === reason) count++;
    }
    return count;
  }

  #tagIndex(tag: string): number {
    const known = this.#tags.indexOf(tag);
    return known >= 0 ? known : this.#tags.push(tag) - 1;
  }

  snapshot() {
    return { orders: this.#orders.snapshot(), events: this.#events.snapshot(), tags: [...this.#tags] };
  }

  restore(state: ReturnType<OrderLog["snapshot"]>): void {
    this.#orders.restore(state.orders);
    this.#events.restore(state.events);
    this.#tags.splice(0, this.#tags.length, ...state.tags);
  }
}
