import type { Feed } from "../market/feed.ts";
import { Execution } from "../ledger/execution.ts";
import type { Portfolio } from "../ledger/portfolio.ts";
import { ceilToStep, floorToStep } from "../primitives/rounding.ts";
import { Admission } from "./admission.ts";
import type { Commission } from "./commission/commission-model.ts";
import type { IntrabarPolicy, Triggered } from "./intrabar/triggered.ts";
import { BarMatching } from "./matching.ts";
import { OpenOrders, type OpenOrdersState } from "./open-orders.ts";
import { EVENT, REASON, STATUS, type ReasonCode, type StatusCode } from "./order-codes.ts";
import { OrderLog } from "./order-log.ts";
import { orderTypes } from "./order-types/catalog.ts";
import type { Order } from "./order.ts";
import { affordable } from "./sizing.ts";
import type { Slippage } from "./slippage/slippage-model.ts";

/** The rules that a broker fills by. */
export interface BrokerRules {
  readonly commission: Commission;
  readonly slippage: Slippage;
  readonly intrabar: IntrabarPolicy;
}

/** Which step of its life the end of an order is. */
type End = "canceled" | "expired" | "rejected";

/**
 * The paper broker: admits orders, keeps them, fills them and books the fills. It is told what happens by the engine's driver, whose `time`
 * is now, and never reads a bar that has not been revealed.
 */
export class Broker {
  readonly log = new OrderLog();
  readonly open = new OpenOrders();
  readonly admission: Admission;
  readonly #portfolio: Portfolio;
  readonly #rules: BrokerRules;
  readonly #now: { readonly time: number };
  readonly #matching: BarMatching;
  readonly #execution: Execution;
  /** Counts the moments at which bars closed, and at which of them each instrument was matched last. */
  #turn = 0;
  readonly #matchedAt: Int32Array;

  constructor(portfolio: Portfolio, rules: BrokerRules, now: { readonly time: number }) {
    this.#portfolio = portfolio;
    this.#rules = rules;
    this.#now = now;
    this.#matchedAt = new Int32Array(portfolio.positions.length);
    this.#matching = new BarMatching(rules.intrabar);
    this.#execution = new Execution(portfolio.positions[0]!);
    this.admission = new Admission(portfolio, this.open, rules.commission);
  }

  /** Sizes, admits and enters an order. What is refused is entered too, as rejected. `equity` is what sizes are a share of. */
  submit(order: Order, equity: number): void {
    const { feed } = order;
    order.submittedAt = this.#now.time;
    const refusal = this.admission.admit(order, equity);
    if (refusal !== 0) {
      order.status = STATUS.rejected;
      order.reason = refusal;
      this.log.add(order, EVENT.rejected, this.#now);
      this.open.release(order);
      return;
    }
    this.open.add(order);
    if (feed.inSession) {
      activate(order);
      this.log.add(order, EVENT.new, this.#now);
    } else {
      this.log.add(order, EVENT.accepted, this.#now);
    }
  }

  /** Ends the position of an instrument: cancels its open exits and sells (or buys back) all of it. Does nothing when it is flat. */
  close(feed: Feed, tag: string, equity: number): void {
    const held = this.#portfolio.positions[feed.index]!.quantity;
    if (held === 0) return;
    const { open } = this;
    for (let i = 0; i < open.count; i++) {
      const order = open.at[i]!;
      if (order.feed === feed && order.sign * held < 0) this.#end(order, "canceled", REASON.position_closed);
    }
    open.compact();
    const exit = open.draft(feed, orderTypes.market, held > 0 ? -1 : 1, { quantity: Math.abs(held) });
    exit.timeInForce = "gtc";
    exit.tag = tag;
    this.submit(exit, equity);
  }

  /** Cancels a live order; one that has ended stays as it is. */
  cancel(orderId: number): void {
    const { open } = this;
    for (let i = 0; i < open.count; i++) {
      const order = open.at[i]!;
      if (order.id === orderId) this.#end(order, "canceled", REASON.requested);
    }
    open.compact();
  }

  /**
   * Matches what rests against the bars that just closed: instruments in the order of their oldest order that is reached, within one along
   * the assumed path.
   */
  barsClosed(closing: readonly Feed[]): void {
    const { open } = this;
    const turn = ++this.#turn;
    for (let i = 0; i < open.count; i++) {
      const order = open.at[i]!;
      const { feed } = order;
      if (this.#matchedAt[feed.index] === turn || !among(closing, feed) || !this.#matching.reaches(order)) continue;
      this.#matchedAt[feed.index] = turn;
      this.#matching.match(open.at, open.count, feed, this.#portfolio.positions[feed.index]!.quantity);
      for (let t = 0; t < this.#matching.count; t++) this.#meet(this.#matching.triggered[t]!);
    }
    open.compact();
  }

  #meet(met: Triggered): void {
    const { order } = met;
    if (!order.working) return;
    if (met.triggers && !order.triggered) {
      order.triggered = true;
      this.log.step(order, EVENT.triggered, this.#now);
    }
    if (Number.isNaN(met.price)) return;
    const execution = this.#execution;
    execution.price = met.price;
    execution.bar = order.feed.closed;
    execution.ambiguous = met.ambiguous;
    this.#fill(order, met.slips);
  }

  /**
   * Day orders of instruments whose sessions end have had their day. A market order has not: it waits for its first price, and a session may
   * end long after its last bar.
   */
  sessionsClosed(closing: readonly Feed[]): void {
    const { open } = this;
    for (let i = 0; i < open.count; i++) {
      const order = open.at[i]!;
      if (order.working && !order.type.immediate && order.timeInForce === "day" && among(closing, order.feed)) {
        this.#end(order, "expired", REASON.session_closed);
      }
    }
    open.compact();
  }

  /** Orders that waited for a session begin to work. */
  sessionsOpened(opening: readonly Feed[]): void {
    const { open } = this;
    for (let i = 0; i < open.count; i++) {
      const order = open.at[i]!;
      if (order.status !== STATUS.accepted || !among(opening, order.feed)) continue;
      activate(order);
      this.log.step(order, EVENT.new, this.#now);
    }
  }

  /** Market orders fill at the opens just revealed, in order of submission across instruments, so that sells pay for buys. */
  barsOpened(opening: readonly Feed[]): void {
    const { open } = this;
    const execution = this.#execution;
    for (let i = 0; i < open.count; i++) {
      const order = open.at[i]!;
      const { feed } = order;
      if (!order.type.immediate || !order.working || order.insideBar === feed.opened || !among(opening, feed)) continue;
      execution.price = feed.open[feed.opened]!;
      execution.bar = feed.opened;
      execution.ambiguous = false;
      this.#fill(order, true);
    }
    open.compact();
  }

  /**
   * Fills what is left of an order at the execution's price, as far as cash (for a buy) and position (for a sell) reach; the rest is
   * canceled.
   */
  #fill(order: Order, slips: boolean): void {
    const { feed, sign } = order;
    const { slippage } = this.#rules;
    const portfolio = this.#portfolio;
    const execution = this.#execution;
    const position = portfolio.positions[feed.index]!;
    execution.slippage = slips ? slippage(sign, execution.price, order.remaining) : 0;
    execution.price = slipped(execution.price, sign, execution.slippage, feed.instrument.tick);
    const { price } = execution;
    execution.position = position;
    execution.sign = sign;
    execution.time = this.#now.time;
    execution.orderId = order.id;
    const wanted = order.remaining;
    let shortage: ReasonCode = 0;
    if (sign === -1 && wanted > position.quantity) {
      shortage = REASON.insufficient_position;
      this.#price(order, Math.max(0, position.quantity));
    } else {
      this.#price(order, wanted);
      if (sign === 1 && execution.value + execution.commission > portfolio.cash) {
        this.#cutToCash(order, wanted);
        if (execution.quantity < wanted) shortage = REASON.insufficient_funds;
      }
    }
    if (execution.quantity > 0) {
      portfolio.fill(execution);
      order.filledQuantity += execution.quantity;
      order.filledValue += execution.quantity * price;
      order.status = shortage === 0 ? STATUS.filled : STATUS.partially_filled;
      this.log.step(order, shortage === 0 ? EVENT.fill : EVENT.partial_fill, this.#now);
    }
    if (shortage !== 0) this.#end(order, "canceled", shortage);
  }

  /** As many units as cash pays for, as they will be booked. */
  #cutToCash(order: Order, wanted: number): void {
    const { cash } = this.#portfolio;
    const execution = this.#execution;
    const { instrument } = order.feed;
    this.#price(order, Math.min(wanted, affordable(cash, execution.price, instrument, this.#rules.commission)));
    while (execution.quantity > 0 && execution.value + execution.commission > cash) {
      this.#price(order, floorToStep(execution.quantity - instrument.lot, instrument.lot));
    }
  }

  /** What that many units come to, as they will be booked. */
  #price({ feed }: Order, quantity: number): void {
    const { money } = this.#portfolio;
    const { multiplier } = feed.instrument;
    const execution = this.#execution;
    execution.quantity = quantity;
    execution.value = money.round(execution.price * quantity * multiplier);
    execution.commission = money.round(this.#rules.commission(quantity, execution.price, multiplier));
  }

  #end(order: Order, end: End, reason: ReasonCode): void {
    if (!order.live) return;
    order.status = STATUS[end] as StatusCode;
    order.reason = reason;
    this.log.step(order, EVENT[end], this.#now);
  }

  snapshot(): BrokerState {
    return { open: this.open.snapshot(), log: this.log.snapshot() };
  }

  restore(state: BrokerState, feeds: readonly Feed[]): void {
    this.open.restore(state.open, feeds);
    this.log.restore(state.log);
  }
}

/** From now on it works; of a bar that is already forming, only the close is its own. */
function activate(order: Order): void {
  const { feed } = order;
  order.status = STATUS.new;
  order.insideBar = feed.opened > feed.closed ? feed.opened : -1;
}

/** The price after slippage, on the next tick that is no better. */
function slipped(price: number, sign: 1 | -1, slippage: number, tick: number): number {
  const worse = price + sign * slippage;
  if (tick === 0 || slippage === 0) return worse;
  return sign * ceilToStep(sign * worse, tick);
}

/** Lists here are of one or a few instruments: a loop beats the built-in search. */
function among(feeds: readonly Feed[], feed: Feed): boolean {
  for (let i = 0; i < feeds.length; i++) if (feeds[i] === feed) return true;
  return false;
}

export interface BrokerState {
  readonly open: OpenOrdersState;
  readonly log: ReturnType<OrderLog["snapshot"]>;
}
