import type { Feed } from "../market/feed.ts";
import { MISSING } from "../primitives/column.ts";
import { arrangeExits, seenSince } from "./finer-bars.ts";
import { Triggered } from "./triggered.ts";
import { NEWBORN, wokenAtOpen } from "./models/exits.ts";
import type { ExecutionModel } from "./models/execution-model.ts";
import { SHOWN } from "./models/timing.ts";
import { meetMarket, NOTE } from "./models/fills.ts";
import type { OwnFills } from "./models/own-fills.ts";
import type { OrderList } from "./order-watch.ts";
import type { Order } from "./order.ts";

/** Where a bar calls an account for margin: it meets the bar like a stop of its position. */
export interface MarginLine {
  /** Stands for the broker's order, which is none yet. */
  readonly order: Order;
  price: number;
  /** The account is below its margin at the open. */
  atOpen: boolean;
}

/**
 * Finds which orders of one instrument its closing bar reaches, and in which order. The list and its slots are reused.
 */
export class BarMatching {
  readonly triggered: Triggered[] = [];
  count = 0;
  readonly #rules: ExecutionModel;
  readonly #own: OwnFills | undefined;

  constructor(rules: ExecutionModel) {
    this.#rules = rules;
    this.#own = rules.ownFills;
  }

  /** Lists in `triggered` what reaches its price in the bar of `feed` that just closed, along the path that the policy assumes. */
  match(orders: readonly Order[], orderCount: number, feed: Feed, held: number, line?: MarginLine): void {
    this.count = 0;
    for (let i = 0; i < orderCount; i++) {
      const order = orders[i]!;
      if (order.feed === feed && this.reaches(order)) this.count++;
    }
    if (line !== undefined) this.#draw(line);
    if (this.count > 1) this.#arrange(held);
  }

  /**
   * The same once more when what was met in a slot, at the open, has woken exits: all of the bar is for them. Returns whether it has. Else, behind
   * the last slot at the open, what those have left is put in order by the position that they have left.
   */
  again(slot: number, { at, count }: OrderList, feed: Feed, held: number): boolean {
    if (!this.#rules.sequence.wakes(this.triggered[slot]!)) return false;
    const woken = wokenAtOpen(at, count, feed.closed);
    if (woken) this.match(at, count, feed, held);
    else if (slot + 2 < this.count && !this.triggered[slot + 1]!.atOpen) this.#arrange(held, slot + 1);
    return woken;
  }

  /** What was met at the open may have woken exits: all of the bar is for them. */
  wake({ at, count }: OrderList, feed: Feed): void {
    wokenAtOpen(at, count, feed.closed);
  }

  #draw({ order, price, atOpen }: MarginLine): Triggered {
    const slot = this.#slot(order);
    slot.atClose = false;
    slot.price = slot.level = price;
    slot.atOpen = atOpen;
    slot.heading = order.sign;
    slot.adverse = slot.slips = slot.triggers = true;
    this.count++;
    return slot;
  }

  /** The same for one order, in the first slot. */
  first(order: Order): boolean {
    this.count = 0;
    return this.reaches(order);
  }

  /** Whether the bar that its instrument just closed reaches the order. Writes how into the next free slot. */
  reaches(order: Order): boolean {
    if (!order.working) return false;
    const { feed } = order;
    const bar = feed.closed;
    if (order.firstBar > bar || order.timeInForce.auction !== "") return false;
    if (feed.extended !== undefined && feed.extended[bar] === 1 && !order.extendedHours) return false;
    const slot = this.#slot(order);
    const { liquidity, timing } = this.#rules;
    if (!liquidity.reaches(feed.volume[bar]!)) return false;
    const shown = timing.shown(order);
    slot.atClose = shown === SHOWN.end;
    if (shown === SHOWN.nothing) return false;
    if (shown === SHOWN.end) {
      slot.note = order.insideBar === bar && feed.quotes === undefined ? NOTE.inside : NOTE.end;
      return this.#meetsAlone(order, feed.closeFor(order.sign), slot);
    }
    if (shown === SHOWN.before) return this.#meetsFromBefore(order, feed.closeBefore, slot);
    if (shown === SHOWN.open) return order.type.meetClose(order, feed.open[bar]!, slot);
    if (this.#own !== undefined) return this.#own.meets(order, feed.open[bar]!, slot);
    return order.type.meetBar(order, feed.open[bar]!, feed.high[bar]!, feed.low[bar]!, feed.close[bar]!, slot);
  }

  /**
   * Where orders are decided and filled at one close, and booked when the bar after it closes: market orders fill at that close, and in a queue stops,
   * once their bar has reached them, at the worse of it and the stop. What else rests meets the bar alone.
   */
  #meetsFromBefore(order: Order, before: number, slot: Triggered): boolean {
    const { feed, type } = order;
    const bar = feed.closed;
    if (type.immediate) {
      slot.barsBack = 1;
      slot.note = order.submittedAt === feed.closeTime[bar - 1] && !order.forced ? NOTE.decided : NOTE.before;
      return type.meetClose(order, before, slot);
    }
    const met = type.meetBar(order, feed.open[bar]!, feed.high[bar]!, feed.low[bar]!, feed.close[bar]!, slot);
    if (!(this.#own?.answers(order, feed.open[bar]!, met, slot) ?? met)) return false;
    if (slot.note === NOTE.own) return true;
    slot.price = this.#rules.sequence.priceFrom(before, order, slot);
    return true;
  }

  /** How an order meets one price alone, such as that of an auction. Undefined when it does not. */
  meetsPrice(order: Order, price: number): Triggered | undefined {
    this.count = 0;
    const slot = this.#slot(order);
    slot.atClose = false;
    return this.#meetsAlone(order, price, slot) ? slot : undefined;
  }

  /** Where one price is all there is, a stop cannot have filled at another; and where there is none, nothing fills. */
  #meetsAlone(order: Order, price: number, slot: Triggered): boolean {
    return price === price && (order.reached ? meetMarket(price, slot) : order.type.meetClose(order, price, slot));
  }

  /**
   * Lists the exits of a position that was entered in the bar that just closed. Entered at the open, they live for the whole bar. Entered
   * inside it, nobody knows what of the bar came after, so only a stop may fill, and is marked ambiguous. The way that helps is the other
   * one: the profit if the bar reaches it at all, and the stop only where the bar proves that it came after the entry.
   */
  matchNewborn(orders: readonly Order[], orderCount: number, feed: Feed, held: number, line?: MarginLine): void {
    this.count = 0;
    const bar = feed.closed;
    let drilled = false;
    let bornAt = MISSING[0]!;
    const { sequence } = this.#rules;
    this.#rules.exits.entryBar.settle(orders, orderCount, feed);
    for (let i = 0; i < orderCount; i++) {
      const order = orders[i]!;
      const { newborn } = order;
      if (order.feed !== feed || newborn === NEWBORN.no) continue;
      order.newborn = NEWBORN.no;
      if (!order.working) continue;
      // What lives for all of the bar follows all of it.
      if (newborn === NEWBORN.whole && order.type.follows) order.firstBar = bar;
      const slot = this.#slot(order);
      slot.atClose = false;
      const seen = newborn === NEWBORN.inside ? sequence.seen(order, slot) : undefined;
      if (seen !== undefined) {
        drilled = true;
        bornAt = order.bornAt;
        if (this.#own?.answers(order, bornAt, seen, slot) ?? seen) this.count++;
        continue;
      }
      const from = newborn === NEWBORN.whole ? feed.open[bar]! : order.bornAt;
      const met = order.type.meetBar(order, from, feed.high[bar]!, feed.low[bar]!, feed.close[bar]!, slot);
      if (!(this.#own?.answers(order, from, met, slot) ?? met)) continue;
      if (newborn === NEWBORN.inside && !sequence.meetsBorn(order, slot)) {
        // A stop limit that was reached with the entry is a limit from then on, in the bars that follow.
        if (slot.adverse || !slot.triggers) continue;
        slot.price = MISSING[0]!;
      }
      this.count++;
    }
    if (line !== undefined) {
      const slot = this.#draw(line);
      if (drilled) slot.seen = seenSince(feed, bornAt, line.price, line.order.sign);
    }
    if (drilled) arrangeExits(this.triggered, this.count);
    else if (this.count > 1) this.#arrange(held);
    for (let i = 0; i < this.count; i++) {
      const slot = this.triggered[i]!;
      if (!Number.isNaN(slot.order.bornAt) && !(drilled && slot.resolved)) slot.ambiguous = true;
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
   * Orders met at the open come first, and those that became eligible inside the bar, which meet its close alone, last. In between
   * the price goes one way and then the other; on each way the nearer order comes first, and of two alike the older. When
   * orders fill on both ways, bar data cannot tell which was first.
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
    const first = up && down ? sequence.first(list, this.count, held) : 1;
    for (let i = from; i < this.count; i++) {
      const slot = list[i]!;
      slot.ambiguous = up && down && slot.inside && !slot.resolved;
      let place = i;
      for (; place > from && sequence.before(slot, list[place - 1]!, first); place--) list[place] = list[place - 1]!;
      list[place] = slot;
    }
  }
}
