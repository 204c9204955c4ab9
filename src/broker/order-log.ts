import { RecordTable } from "../primitives/record-table.ts";
import { EVENT_NAMES, REASON, REASON_NAMES, STATUS, STATUS_NAMES, type EventCode } from "./order-codes.ts";
import type { OrderEvent, OrderReason, OrderRecord, OrderStatus } from "./order-record.ts";
import type { Order } from "./order.ts";
import { orderTypes } from "./order-types/catalog.ts";
import type { OrderType } from "./order-types/order-type.ts";

const TYPES = Object.values(orderTypes);
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
const STATE = 9;
const WHY = 10;
const FILLED = 11;
const VALUE = 12;

/** Every order as it stands and every step of its life, in order. Order `id` is the row before it. */
export class OrderLog {
  readonly #orders = new RecordTable(13);
  readonly #events = new RecordTable(4);
  readonly #tags: string[] = [""];
  #lastType: OrderType | undefined;
  #lastPlace = 0;

  get length(): number {
    return this.#orders.length;
  }

  get eventCount(): number {
    return this.#events.length;
  }

  /** Enters an order, gives it its id, and notes the step that it begins with. */
  add(order: Order, event: EventCode, now: { readonly time: number }): void {
    const at = this.#orders.append();
    const rows = this.#orders.rows;
    order.id = this.#orders.length;
    rows[at + FEED] = order.feed.index;
    rows[at + SIGN] = order.sign;
    rows[at + TYPE] = this.#placeOf(order.type);
    rows[at + GTC] = order.timeInForce === "gtc" ? 1 : 0;
    rows[at + QUANTITY] = order.quantity;
    rows[at + LIMIT] = order.limitPrice;
    rows[at + STOP] = order.stopPrice;
    rows[at + SUBMITTED] = order.submittedAt;
    rows[at + TAG] = order.tag === "" ? 0 : this.#tagIndex(order.tag);
    this.step(order, event, now);
  }

  /** Writes where the order stands and adds the step that brought it there. */
  step(order: Order, event: EventCode, now: { readonly time: number }): void {
    const row = order.id - 1;
    const orders = this.#orders.chunkOf(row);
    const begin = this.#orders.begin(row);
    orders[begin + STATE] = order.status;
    orders[begin + WHY] = order.reason;
    orders[begin + FILLED] = order.filledQuantity;
    orders[begin + VALUE] = order.filledValue;
    const at = this.#events.append();
    const events = this.#events.rows;
    events[at] = now.time;
    events[at + 1] = order.id;
    events[at + 2] = event;
    events[at + 3] = order.reason;
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
      status: STATUS_NAMES[field(STATE)]!,
      reason: REASON_NAMES[field(WHY)]!,
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
      event: EVENT_NAMES[this.#events.at(index, 2)]!,
      reason: REASON_NAMES[this.#events.at(index, 3)]!,
    });
  }

  /** How many orders stand in that status, and how many of them for that reason. */
  count(status: OrderStatus, reason?: OrderReason): number {
    let count = 0;
    for (let row = 0; row < this.#orders.length; row++) {
      if (this.#orders.at(row, STATE) !== STATUS[status]) continue;
      if (reason === undefined || this.#orders.at(row, WHY) === REASON[reason]) count++;
    }
    return count;
  }

  /** Place of a type in the catalogue; most often that of the order before. */
  #placeOf(type: OrderType): number {
    if (type !== this.#lastType) {
      this.#lastType = type;
      this.#lastPlace = TYPES.indexOf(type);
    }
    return this.#lastPlace;
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
