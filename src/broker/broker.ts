import type { Feed } from "../market/feed.ts";
import type { Portfolio } from "../ledger/portfolio.ts";
import { MISSING } from "../primitives/column.ts";
import { floorToStep } from "../primitives/rounding.ts";
import { Admission } from "./admission.ts";
import type { Commission } from "./commission/commission-model.ts";
import type { IntrabarPolicy, Triggered } from "./intrabar/triggered.ts";
import { BarMatching } from "./matching.ts";
import type { OrderEventKind, OrderReason, OrderStatus } from "./order-record.ts";
import { OpenOrders, type OpenOrdersState } from "./open-orders.ts";
import { OrderLog } from "./order-log.ts";
import { orderTypes } from "./order-types/catalog.ts";
import { Order } from "./order.ts";
import type { OrderRequest } from "./order-request.ts";
import { affordable } from "./sizing.ts";
import type { Slippage } from "./slippage/slippage-model.ts";

/** The rules that a broker fills by. */
export interface BrokerRules {
  readonly commission: Commission;
  readonly slippage: Slippage;
  readonly intrabar: IntrabarPolicy;
}

/**
 * The paper broker: admits orders, keeps them, fills them and books the fills. It is told what happens by the engine's driver
 * and never reads the clock or a bar that has not been revealed.
 */
export class Broker {
  readonly log = new OrderLog();
  readonly open = new OpenOrders();
  readonly admission: Admission;
  readonly #portfolio: Portfolio;
  readonly #rules: BrokerRules;
  readonly #matching: BarMatching;
  /** Counts the moments at which bars closed, and at which of them each instrument was matched last. */
  #turn = 0;
  readonly #matchedAt: Int32Array;

  constructor(portfolio: Portfolio, rules: BrokerRules) {
    this.#portfolio = portfolio;
    this.#rules = rules;
    this.#matchedAt = new Int32Array(portfolio.positions.length);
    this.#matching = new BarMatching(rules.intrabar);
    this.admission = new Admission(portfolio, this.open, rules.commission);
  }

  /** Sizes, admits and enters an order. What is refused is entered too, as rejected. Returns the order's id. */
  submit(feed: Feed, request: OrderRequest, time: number, equity: number): number {
    const price = feed.last;
    const known = !Number.isNaN(price);
    const quantity = known ? this.admission.quantity(feed, request.sign, request.size, price, equity) : 0;
    const refusal = known ? this.admission.refusal(feed, request.sign, request.size, quantity, price) : "no_price";
    const order = new Order(this.log.add(feed, request, quantity, time), feed, request, quantity, time);
    if (refusal !== "") {
      this.#end(order, "rejected", refusal, "rejected", time);
    } else {
      this.open.add(order);
      if (feed.inSession) this.#activate(order, time);
      else this.log.step(order, "accepted", time);
    }
    return order.id;
  }

  /** Ends the position of an instrument: cancels its open exits and sells (or buys back) all of it. Returns 0 when it is flat. */
  close(feed: Feed, tag: string, time: number, equity: number): number {
    const held = this.#portfolio.positions[feed.index]!.quantity;
    if (held === 0) return 0;
    for (let i = 0; i < this.open.count; i++) {
      const order = this.open.at[i]!;
      if (order.feed === feed && order.sign * held < 0)
        this.#end(order, "canceled", "position_closed", "canceled", time);
    }
    this.open.compact();
    const request: OrderRequest = {
      type: orderTypes.market,
      sign: held > 0 ? -1 : 1,
      size: { quantity: Math.abs(held) },
      limitPrice: MISSING[0]!,
      stopPrice: MISSING[0]!,
      timeInForce: "gtc",
      tag,
    };
    return this.submit(feed, request, time, equity);
  }

  /** Cancels a live order; one that has ended stays as it is. */
  cancel(orderId: number, time: number): void {
    for (let i = 0; i < this.open.count; i++) {
      const order = this.open.at[i]!;
      if (order.id === orderId) this.#end(order, "canceled", "requested", "canceled", time);
    }
    this.open.compact();
  }

  /**
   * Matches what rests against the bars that just closed: instruments in the order of their oldest order that is reached, within one along
   * the assumed path.
   */
  barsClosed(closing: readonly Feed[], time: number): void {
    const turn = ++this.#turn;
    for (let i = 0; i < this.open.count; i++) {
      const order = this.open.at[i]!;
      const { feed } = order;
      if (this.#matchedAt[feed.index] === turn || !closing.includes(feed) || !this.#matching.reaches(order)) continue;
      this.#matchedAt[feed.index] = turn;
      this.#matching.match(this.open.at, this.open.count, feed, this.#portfolio.positions[feed.index]!.quantity);
      for (let t = 0; t < this.#matching.count; t++) this.#meet(this.#matching.triggered[t]!, feed, time);
    }
    this.open.compact();
  }

  #meet(met: Triggered, feed: Feed, time: number): void {
    const { order } = met;
    if (!order.working) return;
    if (met.triggers && !order.triggered) {
      order.triggered = true;
      this.log.step(order, "triggered", time);
    }
    if (!Number.isNaN(met.price)) this.#fill(order, met.price, met.slips, met.ambiguous, time, feed.closed);
  }

  /** Day orders of instruments whose session ends have had their day. */
  sessionsClosed(closing: readonly Feed[], time: number): void {
    for (let i = 0; i < this.open.count; i++) {
      const order = this.open.at[i]!;
      if (order.working && order.timeInForce === "day" && closing.includes(order.feed)) {
        this.#end(order, "expired", "session_closed", "expired", time);
      }
    }
    this.open.compact();
  }

  /** Orders that waited for a session begin to work. */
  sessionsOpened(opening: readonly Feed[], time: number): void {
    for (let i = 0; i < this.open.count; i++) {
      const order = this.open.at[i]!;
      if (order.status === "accepted" && opening.includes(order.feed)) this.#activate(order, time);
    }
  }

  /** Market orders fill at the opens just revealed, in order of submission across instruments, so that sells pay for buys. */
  barsOpened(opening: readonly Feed[], time: number): void {
    for (let i = 0; i < this.open.count; i++) {
      const order = this.open.at[i]!;
      const { feed } = order;
      if (!order.type.immediate || !order.working || order.insideBar === feed.opened || !opening.includes(feed))
        continue;
      this.#fill(order, feed.open[feed.opened]!, true, false, time, feed.opened);
    }
    this.open.compact();
  }

  /** Fills what is left of an order, as far as cash (for a buy) and position (for a sell) reach; the rest is canceled. */
  #fill(order: Order, at: number, slips: boolean, ambiguous: boolean, time: number, bar: number): void {
    const { feed, sign } = order;
    const { instrument } = feed;
    const position = this.#portfolio.positions[feed.index]!;
    const wanted = order.remaining;
    const slippage = slips ? this.#rules.slippage(sign, at, wanted) : 0;
    const price = at + sign * slippage;
    let quantity = wanted;
    let shortage: OrderReason = "";
    if (sign === -1) {
      if (quantity > position.quantity) {
        quantity = Math.max(0, position.quantity);
        shortage = "insufficient_position";
      }
    } else if (this.admission.cost(feed, quantity, price) > this.#portfolio.cash) {
      quantity = affordable(this.#portfolio.cash, price, instrument, this.#rules.commission);
      while (quantity > 0 && this.admission.cost(feed, quantity, price) > this.#portfolio.cash) {
        quantity = floorToStep(quantity - instrument.lot, instrument.lot);
      }
      shortage = "insufficient_funds";
    }
    if (quantity > 0) {
      const commission = this.#portfolio.money.round(this.#rules.commission(quantity, price, instrument.multiplier));
      this.#portfolio.fill(position, sign, quantity, price, commission, slippage, ambiguous, time, bar, order.id);
      order.filledQuantity += quantity;
      order.filledValue += quantity * price;
      order.status = shortage === "" ? "filled" : "partially_filled";
      this.log.step(order, shortage === "" ? "fill" : "partial_fill", time);
    }
    if (shortage !== "") this.#end(order, "canceled", shortage, "canceled", time);
  }

  #activate(order: Order, time: number): void {
    const { feed } = order;
    order.status = "new";
    order.insideBar = feed.opened > feed.closed ? feed.opened : -1;
    this.log.step(order, "new", time);
  }

  #end(order: Order, status: OrderStatus, reason: OrderReason, event: OrderEventKind, time: number): void {
    if (!order.live) return;
    order.status = status;
    order.reason = reason;
    this.log.step(order, event, time);
  }

  snapshot(): BrokerState {
    return { open: this.open.snapshot(), log: this.log.snapshot() };
  }

  restore(state: BrokerState, feeds: readonly Feed[]): void {
    this.open.restore(state.open, feeds);
    this.log.restore(state.log);
  }
}

export interface BrokerState {
  readonly open: OpenOrdersState;
  readonly log: ReturnType<OrderLog["snapshot"]>;
}
