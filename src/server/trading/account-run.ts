import type { OrderEvent, OrderRecord } from "../../broker/order-record.ts";
import type { Entry, Fill } from "../../ledger/records.ts";
import type { Feed } from "../../market/feed.ts";
import type { SimulationPlan } from "../../simulation/simulation-plan.ts";
import { type Phase, Simulation, type SimulationPosition } from "../../simulation/simulation.ts";
import type { OrderNote, RunState } from "./account-state.ts";
import type { OrderMarks } from "./command.ts";

/** Steps with which an order's life ends. */
const LAST_STEPS: ReadonlySet<OrderEvent["event"]> = new Set(["fill", "canceled", "expired", "rejected", "replaced"]);
const UNMARKED: OrderMarks = { clientOrderId: null, orderClass: "simple" };

/** An account's life between two resets: one simulation that requests drive, and what its events say of each order. */
export class AccountRun {
  readonly simulation: Simulation;
  /** What can be traded in it. */
  readonly symbols: readonly string[];
  /** Of order `id` in the place before it. */
  readonly notes: OrderNote[] = [];
  readonly fills: Fill[] = [];
  /** Events of orders that it took notice of. */
  eventCount = 0;
  /** Entries of the ledger that it took notice of. */
  #entryCount = 0;
  /** Ids of orders by the names that clients gave them. */
  readonly #named = new Map<string, number>();
  readonly #places: ReadonlyMap<string, number>;

  constructor(plan: SimulationPlan, at?: Pick<SimulationPosition, "time" | "phase">) {
    this.simulation = new Simulation(plan, { at });
    this.symbols = plan.market.symbols;
    this.#places = plan.market.places;
    this.absorb();
  }

  /** Events of orders and entries of the ledger so far. */
  get told(): number {
    return this.eventCount + this.entryCount;
  }

  get entryCount(): number {
    return this.simulation.portfolio.entries.length;
  }

  /** Entries of the ledger after the first `skip`. */
  entries(skip: number): readonly Entry[] {
    return this.simulation.portfolio.entries.entries(this.symbols, skip);
  }

  /** The feed of a symbol; undefined for one that cannot be traded. */
  feed(symbol: string): Feed | undefined {
    const place = this.#places.get(symbol);
    return place === undefined ? undefined : this.simulation.feeds[place];
  }

  /** The order to which a client gave that name. */
  named(clientOrderId: string): number | undefined {
    return this.#named.get(clientOrderId);
  }

  /** The order of an id, as the broker's log has it. */
  record(id: number): OrderRecord {
    return this.simulation.broker.log.record(id, this.symbols);
  }

  /** Event number `index` of orders, from 0. */
  event(index: number): OrderEvent {
    return this.simulation.broker.log.event(index);
  }

  /** Goes on to a position. Returns whether anything happened to an order or to the ledger. */
  advance(time: number, phase: Phase): boolean {
    this.simulation.advance(time, phase);
    return this.absorb();
  }

  /**
   * Takes notice of what happened to orders and to the ledger, which dividends and interest move without an order. `marks` are those of the orders
   * that have come since. Returns whether anything happened.
   */
  absorb(marks: OrderMarks = UNMARKED): boolean {
    const { log } = this.simulation.broker;
    const { entries } = this.simulation.portfolio;
    const before = this.eventCount;
    const moved = entries.length > this.#entryCount;
    this.#entryCount = entries.length;
    while (this.eventCount < log.eventCount) {
      const event = log.event(this.eventCount++);
      while (this.notes.length < event.orderId) this.#enter(this.notes.length + 1, event.event === "rejected", marks);
      noted(this.notes[event.orderId - 1]!, event);
    }
    if (entries.fillCount > this.fills.length) {
      for (const fill of entries.fills(this.symbols, this.fills.length)) {
        this.fills.push(fill);
        const note = this.notes[fill.orderId - 1]!;
        note.commission = this.simulation.portfolio.money.round(note.commission + fill.commission);
      }
    }
    return moved || this.eventCount > before;
  }

  snapshot(): RunState {
    return { simulation: this.simulation.snapshot(), notes: this.notes };
  }

  /** Goes on from what a run of the same plan was, in which nothing has happened yet. */
  restore({ simulation, notes }: RunState): void {
    this.simulation.restore(simulation);
    const { log } = this.simulation.broker;
    const { entries } = this.simulation.portfolio;
    this.eventCount = log.eventCount;
    this.#entryCount = entries.length;
    for (const fill of entries.fills(this.symbols)) this.fills.push(fill);
    for (const note of notes) {
      this.notes.push(note);
      const { clientOrderId } = note.marks;
      if (clientOrderId !== null) this.#named.set(clientOrderId, this.notes.length);
    }
  }

  #enter(id: number, isRejected: boolean, marks: OrderMarks): void {
    const { parentId, groupId, replaces } = this.simulation.broker.log.links(id);
    const old = replaces === 0 ? undefined : this.notes[replaces - 1]!;
    // Exits that live wait for who takes the place of their entry; those that have ended stay with it.
    const taken = old === undefined || isRejected ? [] : old.legs.filter((leg) => !this.notes[leg - 1]!.ended);
    // Of a pair, the second depends on the first; a change takes over what its old order depended on.
    const first = groupId === 0 || groupId === id ? 0 : (old?.parent ?? groupId);
    const parent = parentId !== 0 ? parentId : first;
    const note: OrderNote = {
      marks: old === undefined ? marks : { ...marks, orderClass: old.marks.orderClass },
      parent,
      legs: taken,
      replacedBy: 0,
      ended: false,
      updatedAt: NaN,
      triggeredAt: NaN,
      filledAt: NaN,
      canceledAt: NaN,
      expiredAt: NaN,
      commission: 0,
    };
    // A name is that of the order which was asked for, not of its exits.
    if (parent !== 0 && old === undefined) note.marks = { ...marks, clientOrderId: null };
    // Who is refused takes nobody's place.
    if (old !== undefined && !isRejected) old.replacedBy = id;
    for (const leg of taken) this.notes[leg - 1]!.parent = id;
    this.notes.push(note);
    const { clientOrderId } = note.marks;
    // Of a pair, the first has the name.
    if (clientOrderId !== null) this.#named.set(clientOrderId, id);
    const owner = parent === 0 ? note : this.notes[parent - 1]!;
    if (owner === note) return;
    // Who takes the place of an exit stands where that one stood.
    owner.legs = old === undefined ? [...owner.legs, id] : owner.legs.map((leg) => (leg === replaces ? id : leg));
  }
}

function noted(note: OrderNote, { event, time }: OrderEvent): void {
  note.updatedAt = time;
  if (LAST_STEPS.has(event)) note.ended = true;
  if (event === "triggered") note.triggeredAt = time;
  else if (event === "fill") note.filledAt = time;
  else if (event === "canceled") note.canceledAt = time;
  else if (event === "expired") note.expiredAt = time;
}
