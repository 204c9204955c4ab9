import { MARGIN_CALL_TAG } from "../../broker/margin-call.ts";
import { EVENT, REASON, STATUS, type ReasonCode } from "../../broker/order-codes.ts";
import { orderTypes } from "../../broker/order-types/catalog.ts";
import type { Order } from "../../broker/order.ts";
import { Execution } from "../../ledger/execution.ts";
import type { Portfolio } from "../../ledger/portfolio.ts";
import { FILL_ATS, type Fill } from "../../ledger/records.ts";
import type { Feed } from "../../market/feed.ts";
import type { FillRecord, OrderRecord } from "../../schemas/order.ts";
import { takeFields } from "../../schemas/order-codec.ts";
import type { StreamTrail } from "../../schemas/stream-message.ts";
import type { EntryRecord } from "../../schemas/entry.ts";
import type { OrderEventKind } from "../../broker/order-record.ts";
import type { RemoteBroker } from "./remote-broker.ts";

const END_EVENTS: readonly OrderEventKind[] = ["canceled", "expired", "rejected", "replaced"];

/** Local copy of an account on a server, rebuilt from stream messages about its orders, fills and ledger entries. */
export class MirroredAccount {
  readonly fills: Fill[] = [];
  /** Tag of orders that the strategy did not submit: margin calls during the run, and closing orders at its end. */
  unrequestedTag = MARGIN_CALL_TAG;
  readonly #portfolio: Portfolio;
  readonly #broker: RemoteBroker;
  readonly #feeds: ReadonlyMap<string, Feed>;
  readonly #execution: Execution;
  /** Money value of each order's fills by order id. An order may end before messages about all its fills arrive. */
  readonly #values = new Map<number, number>();
  /** Ids of the exit orders of each entry order. */
  readonly #legs = new Map<number, readonly number[]>();
  /** Ratios of each symbol's latest splits, which all have the same time, and how many of them were booked. */
  readonly #splits = new Map<string, { readonly time: number; readonly ratios: number[]; booked: number }>();

  constructor(portfolio: Portfolio, broker: RemoteBroker, feeds: readonly Feed[]) {
    this.#portfolio = portfolio;
    this.#broker = broker;
    this.#feeds = new Map(feeds.map((feed) => [feed.instrument.symbol, feed]));
    this.#execution = new Execution(portfolio.positions[0]!);
  }

  /** Applies an event of an order to the copy. */
  order(event: OrderEventKind, record: OrderRecord, fill: FillRecord | undefined, time: number): void {
    const { log, open, tags } = this.#broker;
    this.#broker.number = Number(record.id.split("_")[1]);
    const id = this.#broker.idOf(record.id);
    const known = log.has(id);
    const order = known ? (open.find(id) ?? this.#draft(record)) : this.#draft(record);
    // A replacement keeps the tag of the replaced order, so only other new orders get one here.
    if (!known && order.replaces === 0) {
      const tag = tags.get(id);
      order.tag = tag ?? this.unrequestedTag;
      order.forced = tag === undefined;
    }
    if (!known && order.replaces > 0 && !isLateReplace(record, event)) order.tag = log.tagOf(order.replaces);
    const hasNewQuantity = order.quantity !== record.quantity;
    if (fill !== undefined) this.#fill(order, id, fill, time);
    this.#updateState(order, record, event);
    order.filledValue = this.#values.get(id) ?? 0;
    if (!known) {
      order.submittedAt = order.eligibleAt = time;
      // An order that was rejected as a replacement joins no OCO group.
      const isRejectedReplace = event === "rejected" && order.replaces > 0;
      if (isRejectedReplace) order.groupId = 0;
      log.reserve(id);
      order.id = id;
      log.add(order, EVENT[event], { time });
      const { required = NaN, available = NaN } = record.reject_reason ?? {};
      log.recordRejection(id, required, available);
      if (order.replaces > 0 && !isRejectedReplace) this.#moveExits(order.replaces, id);
      if (!order.live) return;
      open.add(order);
      const { parentId, groupId } = order;
      if (parentId !== 0 && groupId === id - 1) this.#broker.rules.exits.links.orderPair(open);
      return;
    }
    order.id = id;
    if (event === "adjusted" || order.special || hasNewQuantity) log.update(order);
    log.addEvent(order, EVENT[event], { time });
    open.compact();
  }

  /** Applies a ledger entry. Fills and their commissions are applied with their orders instead. */
  entry({ kind, symbol, quantity, price, amount }: EntryRecord, time: number): void {
    const portfolio = this.#portfolio;
    const feed = symbol === null ? undefined : this.#feeds.get(symbol);
    const place = feed?.index ?? -1;
    switch (kind) {
      case "deposit":
        portfolio.deposit(time, amount);
        break;
      case "split":
        portfolio.split(place, this.#nextRatio(symbol!), price ?? 0, time, feed!.closed + 1);
        break;
      case "settlement":
        if (quantity !== 0) this.#settle(feed!, quantity, price ?? 0, time);
        else portfolio.move(kind, time, place, amount);
        break;
      case "fill":
      case "commission":
      case "cash_in_lieu":
        // These kinds are booked with their order or split.
        break;
      default:
        portfolio.move(kind, time, place, amount, price ?? 0);
    }
  }

  /** Updates the stop prices of trailing stops. */
  updateTrails(trails: readonly StreamTrail[]): void {
    const { log, open } = this.#broker;
    for (const { order_id: name, stop_price: stop, high_water_mark: mark } of trails) {
      const order = open.find(this.#broker.idOf(name));
      if (order === undefined || order.stopPrice === stop) continue;
      order.stopPrice = stop;
      order.waterMark = mark;
      log.update(order);
    }
  }

  /** Applies a split. Until the symbol's next price arrives, its last price is still in units from before the split. */
  split(symbol: string, ratio: number, time: number): void {
    const known = this.#splits.get(symbol);
    if (known?.time === time) known.ratios.push(ratio);
    else this.#splits.set(symbol, { time, ratios: [ratio], booked: 0 });
    this.#feeds.get(symbol)?.split(ratio);
  }

  /** Returns the ratio of a symbol's next split to book; each split is booked separately. */
  #nextRatio(symbol: string): number {
    const known = this.#splits.get(symbol);
    return known?.ratios[known.booked++] ?? 1;
  }

  #fill(order: Order, orderId: number, fill: FillRecord, time: number): void {
    const { feed } = order;
    const position = this.#portfolio.positions[feed.index]!;
    const execution = this.#execution;
    execution.position = position;
    execution.sign = fill.side === "buy" ? 1 : -1;
    execution.quantity = fill.quantity;
    execution.price = fill.price;
    execution.value = this.#portfolio.money.round(fill.price * fill.quantity * position.multiplier);
    execution.commission = fill.commission;
    execution.slippage = fill.slippage;
    execution.ambiguous = fill.ambiguous;
    execution.time = time;
    execution.bar = barStartingAt(feed, Date.parse(fill.bar_time));
    execution.at = FILL_ATS.indexOf(fill.at);
    execution.note = fill.note;
    execution.orderId = orderId;
    // An exit closes the trade of its entry, if the account books fills by trade.
    if (this.#broker.rules.account.fillsByTrade() && order.parentId !== 0) position.moveToFront(order.parentId);
    this.#portfolio.fill(execution);
    order.charged += fill.quantity;
    order.commission += fill.commission;
    this.#broker.traded.add(time, Math.abs(execution.value));
    this.#values.set(orderId, (this.#values.get(orderId) ?? 0) + fill.price * fill.quantity);
    this.fills.push(
      Object.freeze({
        id: this.fills.length + 1,
        orderId,
        symbol: fill.symbol,
        side: fill.side,
        quantity: fill.quantity,
        price: fill.price,
        commission: fill.commission,
        slippage: fill.slippage,
        time,
        ambiguous: fill.ambiguous,
        bar: execution.bar,
        at: fill.at,
        note: fill.note,
      }),
    );
  }

  #settle(feed: Feed, quantity: number, price: number, time: number): void {
    const execution = new Execution(this.#portfolio.positions[feed.index]!);
    execution.sign = quantity > 0 ? 1 : -1;
    execution.quantity = Math.abs(quantity);
    execution.price = price;
    execution.value = this.#portfolio.money.round(price * Math.abs(quantity) * execution.position.multiplier);
    execution.commission = execution.slippage = 0;
    execution.time = time;
    execution.bar = feed.closed;
    this.#portfolio.settle("settlement", execution);
  }

  #draft(record: OrderRecord): Order {
    const feed = this.#feeds.get(record.symbol)!;
    const { quantity } = record;
    const size = this.#broker.sizes.get(this.#broker.idOf(record.id)) ?? { quantity };
    const order = this.#broker.open.createOrder(feed, orderTypes[record.type], record.side === "buy" ? 1 : -1, size);
    takeFields(order, record);
    order.replaces = this.#broker.idOf(record.replaces);
    this.#link(order, record);
    order.special = order.isSpecial;
    return order;
  }

  /**
   * Links an order to its entry and its OCO group. A replacement takes over the links of the replaced order. For a known order, the record
   * may be newer than the event.
   */
  #link(order: Order, record: OrderRecord): void {
    const { log } = this.#broker;
    const id = this.#broker.idOf(record.id);
    const legs = record.legs.map((leg) => this.#broker.idOf(leg));
    const isPair = record.order_class === "oco";
    if (!isPair && legs.length > 0) this.#legs.set(id, legs);
    order.protectedByOthers = !isPair && legs.length > 0;
    if (log.has(id)) {
      const links = log.links(id);
      order.parentId = links.parentId;
      order.groupId = links.groupId;
      return;
    }
    const parent = this.#broker.idOf(record.parent_order_id);
    order.parentId = isPair ? 0 : parent;
    if (order.replaces > 0) order.groupId = log.links(order.replaces).groupId;
    else if (isPair) order.groupId = parent === 0 ? id : id - 1;
    else {
      const [first, second] = this.#legs.get(parent) ?? [];
      order.groupId = second === undefined ? 0 : first!;
    }
  }

  /** Moves exits from a replaced entry to the new entry. No message reports the move. */
  #moveExits(from: number, id: number): void {
    const { log, open } = this.#broker;
    for (const exit of open.at.slice(0, open.count)) {
      if (exit.parentId !== from || !exit.live) continue;
      exit.parentId = id;
      log.update(exit);
    }
  }

  /** Updates the terms and the state of an order. */
  #updateState(order: Order, record: OrderRecord, event: OrderEventKind): void {
    order.quantity = record.quantity;
    takeFields(order, record);
    order.waterMark = record.high_water_mark ?? NaN;
    order.filledQuantity = record.filled_quantity;
    order.triggered = record.triggered_at !== null;
    // A rejection after acceptance has the status rejected in the API, but canceled in a run.
    const { status } = record;
    order.status = STATUS[status === "rejected" && event !== "rejected" ? "canceled" : status];
    order.reason = reasonOf(record, event);
  }
}

/** Index of the bar that started at a time: a recent completed bar, or the forming bar. */
function barStartingAt({ bars, closed }: Feed, start: number): number {
  let bar = closed + 1;
  while (bar > 0 && bars.time[bar - 1]! >= start) bar--;
  return bar;
}

/** Whether a replacement was rejected because its order had ended. Only such a rejection has no reason. */
function isLateReplace({ reject_reason: why }: Pick<OrderRecord, "reject_reason">, event: OrderEventKind): boolean {
  return event === "rejected" && why === null;
}

/**
 * Returns the reason of an event. Only the event that ended the order has a reason, but the record may already show it at earlier events.
 */
function reasonOf({ reject_reason: why, status }: OrderRecord, event: OrderEventKind): ReasonCode {
  if (!END_EVENTS.includes(event)) return 0;
  if (why !== null) return REASON[why.code as keyof typeof REASON];
  if (event === "replaced" || status === "replaced" || isLateReplace({ reject_reason: why }, event))
    return REASON.replaced;
  return status === "canceled" ? REASON.requested : 0;
}
