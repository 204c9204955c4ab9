import type { Order } from "./order.ts";

/** Orders with the same key. */
class List {
  readonly at: Order[] = [];

  get count(): number {
    return this.at.length;
  }
}

const NONE = new List();

const NO_SLOTS = new Int32Array(0);
const LEAST_SLOTS = 256;

/** Index of each open order by id. Entries of ended orders are outdated. */
export class Slots {
  #slots = NO_SLOTS;

  set(id: number, slot: number): void {
    if (id >= this.#slots.length) {
      const grown = new Int32Array(Math.max(LEAST_SLOTS, 2 * id));
      grown.set(this.#slots);
      this.#slots = grown;
    }
    this.#slots[id] = slot;
  }

  get(id: number): number {
    return id < this.#slots.length ? this.#slots[id]! : 0;
  }
}

/** Index of open orders by id, by linked order and by expiry time. Valid as long as orders keep their places. */
export class OrderIndex {
  /** Places of orders by id, outdated for ended orders. */
  readonly #slots: Slots;
  /** Exits by the id of their entry, and OCO orders by the id of their group. */
  readonly #linked = new Map<number, List>();
  /** Binary heap of orders with an expiry time, earliest first. */
  readonly #expiring: Order[] = [];
  /** Number of orders that are indexed, from the first on. */
  #indexedCount = 0;

  constructor(slots: Slots) {
    this.#slots = slots;
  }

  /** Indexes the orders that were added since the last call. */
  addNew(at: readonly Order[], count: number): void {
    for (; this.#indexedCount < count; this.#indexedCount++) {
      const order = at[this.#indexedCount]!;
      this.#slots.set(order.id, order.slot);
      this.addToEntry(order);
      if (order.groupId !== 0 && order.groupId !== order.parentId) this.#add(order.groupId, order);
      if (order.timeInForce.endsAtTime) this.#push(order);
    }
  }

  slotOf(id: number): number {
    return this.#slots.get(id);
  }

  /** Returns the exits and OCO partners of an order, in the sequence of submission. */
  linkedTo(id: number): List {
    return this.#linked.get(id) ?? NONE;
  }

  /** Indexes an exit by the id of its entry. */
  addToEntry(order: Order): void {
    if (order.parentId !== 0) this.#add(order.parentId, order);
  }

  #add(key: number, order: Order): void {
    let list = this.#linked.get(key);
    if (list === undefined) this.#linked.set(key, (list = new List()));
    list.at.push(order);
  }

  /** Time of the next expiry of a live order, or Infinity if no order expires. */
  get nextExpiry(): number {
    const ends = this.#expiring;
    while (ends.length > 0 && !ends[0]!.live) this.#pop();
    return ends.length > 0 ? ends[0]!.expiresAt : Infinity;
  }

  /** Removes and returns the live orders that expire by a time, in the sequence of submission. */
  takeExpired(time: number): List {
    const ended = new List();
    for (; this.nextExpiry <= time; this.#pop()) ended.at.push(this.#expiring[0]!);
    ended.at.sort((a, b) => a.slot - b.slot);
    return ended;
  }

  #push(order: Order): void {
    const ends = this.#expiring;
    let place = ends.push(order) - 1;
    while (place > 0) {
      const half = (place - 1) >> 1;
      if (ends[half]!.expiresAt <= order.expiresAt) break;
      ends[place] = ends[half]!;
      place = half;
    }
    ends[place] = order;
  }

  #pop(): void {
    const ends = this.#expiring;
    const last = ends.pop()!;
    if (ends.length === 0) return;
    let place = 0;
    for (;;) {
      let next = 2 * place + 1;
      if (next >= ends.length) break;
      if (next + 1 < ends.length && ends[next + 1]!.expiresAt < ends[next]!.expiresAt) next++;
      if (ends[next]!.expiresAt >= last.expiresAt) break;
      ends[place] = ends[next]!;
      place = next;
    }
    ends[place] = last;
  }
}
