import type { Feed } from "../market/feed.ts";
import { type IntrabarPolicy, Triggered } from "./intrabar/triggered.ts";
import type { Order } from "./order.ts";

/**
 * Finds which orders of one instrument its closing bar reaches, and in which order. The list and its slots are reused.
 */
export class BarMatching {
  readonly triggered: Triggered[] = [];
  count = 0;
  readonly #policy: IntrabarPolicy;

  constructor(policy: IntrabarPolicy) {
    this.#policy = policy;
  }

  /** Lists in `triggered` what reaches its price in the bar of `feed` that just closed, along the path that the policy assumes. */
  match(orders: readonly Order[], orderCount: number, feed: Feed, held: number): void {
    this.count = 0;
    for (let i = 0; i < orderCount; i++) {
      const order = orders[i]!;
      if (order.feed === feed && this.reaches(order)) this.count++;
    }
    if (this.count > 1) this.#arrange(held);
  }

  /** Whether the bar that its instrument just closed reaches the order. Writes how into the next free slot. */
  reaches(order: Order): boolean {
    if (!order.working) return false;
    const { feed } = order;
    const bar = feed.closed;
    const slot = this.#slot(order);
    slot.atClose = order.insideBar === bar;
    return slot.atClose
      ? order.type.meetClose(order, feed.close[bar]!, slot)
      : order.type.meetBar(order, feed.open[bar]!, feed.high[bar]!, feed.low[bar]!, feed.close[bar]!, slot);
  }

  #slot(order: Order): Triggered {
    let slot = this.triggered[this.count];
    if (slot === undefined) this.triggered.push((slot = new Triggered(order)));
    slot.order = order;
    slot.ambiguous = false;
    return slot;
  }

  /**
   * Orders met at the open come first, and those that became eligible inside the bar, which meet its close alone, last. In between
   * the price goes one way and then the other; on each way the nearer order comes first, and of two alike the older. When
   * orders fill on both ways, bar data cannot tell which was first.
   */
  #arrange(held: number): void {
    const list = this.triggered;
    let up = false;
    let down = false;
    for (let i = 0; i < this.count; i++) {
      const slot = list[i]!;
      if (!slot.inside) continue;
      if (slot.heading === 1) up = true;
      else down = true;
    }
    const first = up && down ? this.#policy(list, this.count, held) : 1;
    for (let i = 0; i < this.count; i++) {
      const slot = list[i]!;
      slot.ambiguous = up && down && slot.inside;
      let place = i;
      for (; place > 0 && comesBefore(slot, list[place - 1]!, first); place--) list[place] = list[place - 1]!;
      list[place] = slot;
    }
  }
}

function comesBefore(a: Triggered, b: Triggered, first: 1 | -1): boolean {
  if (a.atClose !== b.atClose) return b.atClose;
  if (a.atClose) return a.order.id < b.order.id;
  if (a.atOpen !== b.atOpen) return a.atOpen;
  if (!a.atOpen) {
    if (a.heading !== b.heading) return a.heading === first;
    if (a.distance !== b.distance) return a.distance < b.distance;
  }
  return a.order.id < b.order.id;
}
