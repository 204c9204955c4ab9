import type { OrderEvent, OrderRecord } from "../../broker/order-record.ts";
import type { Entry, Fill } from "../../ledger/records.ts";
import type { Feed } from "../../market/feed.ts";
import type { SimulationPlan } from "../../simulation/simulation-plan.ts";
import { type Phase, Simulation, type SimulationPosition } from "../../simulation/simulation.ts";
import type { OrderNote, RunState } from "./account-state.ts";
import type { OrderMarks } from "./command.ts";

/** Kinds of events that end an order. */
const FINAL_EVENTS: ReadonlySet<OrderEvent["event"]> = new Set(["fill", "canceled", "expired", "rejected", "replaced"]);
const DEFAULT_MARKS: OrderMarks = { clientOrderId: null, orderClass: "simple" };

/** The life of an account between two resets: its simulation, and data about its orders that the simulation does not store. */
export class AccountRun {
  readonly simulation: Simulation;
  /** Symbols that the account can trade. */
  readonly symbols: readonly string[];
  /** Data about each order; those of order `id` are at index `id - 1`. */
  readonly notes: OrderNote[] = [];
  readonly fills: Fill[] = [];
  /** Number of collected order events. */
  eventCount = 0;
  /** Number of collected ledger entries. */
  #entryCount = 0;
  /** Order ids by the client order id that the client chose. */
  readonly #ordersByName = new Map<string, number>();
  readonly #indexBySymbol: ReadonlyMap<string, number>;

  constructor(plan: SimulationPlan, at?: Pick<SimulationPosition, "time" | "phase">) {
    this.simulation = new Simulation(plan, { at });
    this.symbols = plan.market.symbols;
    this.#indexBySymbol = plan.market.places;
    this.collect();
  }

  /** Number of collected order events and ledger entries. */
  get reportedCount(): number {
    return this.eventCount + this.entryCount;
  }

  get entryCount(): number {
    return this.simulation.portfolio.entries.length;
  }

  /** Returns the ledger entries without the first `skip` ones. */
  entries(skip: number): readonly Entry[] {
    return this.simulation.portfolio.entries.entries(this.symbols, skip);
  }

  /** Returns the prices of a symbol; undefined if the account cannot trade it. */
  feed(symbol: string): Feed | undefined {
    const place = this.#indexBySymbol.get(symbol);
    return place === undefined ? undefined : this.simulation.feeds[place];
  }

  /** Returns the order with a client order id; undefined if there is none. */
  orderNamed(clientOrderId: string): number | undefined {
    return this.#ordersByName.get(clientOrderId);
  }

  /** Returns the record of an order from the broker's log. */
  record(id: number): OrderRecord {
    return this.simulation.broker.log.record(id, this.symbols);
  }

  /** Returns an order event by its index, which counts from 0. */
  event(index: number): OrderEvent {
    return this.simulation.broker.log.event(index);
  }

  /** Advances to a market time and phase. Returns whether an order or the ledger changed. */
  advance(time: number, phase: Phase): boolean {
    this.simulation.advance(time, phase);
    return this.collect();
  }

  /**
   * Collects new order events and ledger entries, since dividends and interest change the ledger without an order. `marks` apply to new
   * orders. Returns whether anything changed.
   */
  collect(marks: OrderMarks = DEFAULT_MARKS): boolean {
    const { log } = this.simulation.broker;
    const { entries } = this.simulation.portfolio;
    const before = this.eventCount;
    const ledgerChanged = entries.length > this.#entryCount;
    this.#entryCount = entries.length;
    while (this.eventCount < log.eventCount) {
      const event = log.event(this.eventCount++);
      while (this.notes.length < event.orderId) this.#addNote(this.notes.length + 1, event.event === "rejected", marks);
      updateNote(this.notes[event.orderId - 1]!, event);
    }
    if (entries.fillCount > this.fills.length) {
      for (const fill of entries.fills(this.symbols, this.fills.length)) {
        this.fills.push(fill);
        const note = this.notes[fill.orderId - 1]!;
        note.commission = this.simulation.portfolio.money.round(note.commission + fill.commission);
      }
    }
    return ledgerChanged || this.eventCount > before;
  }

  snapshot(): RunState {
    return { simulation: this.simulation.snapshot(), notes: this.notes };
  }

  /** Restores the state of another run of the same plan. Nothing may have happened in this run. */
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
      if (clientOrderId !== null) this.#ordersByName.set(clientOrderId, this.notes.length);
    }
  }

  #addNote(id: number, isRejected: boolean, marks: OrderMarks): void {
    const { parentId, groupId, replaces } = this.simulation.broker.log.links(id);
    const replaced = replaces === 0 ? undefined : this.notes[replaces - 1]!;
    // Exits that are open move to the order that replaces their entry. Exits that have ended stay with the old entry.
    const inherited =
      replaced === undefined || isRejected ? [] : replaced.legs.filter((leg) => !this.notes[leg - 1]!.ended);
    // The second order of a pair depends on the first. A replacement depends on the same order as the order that it replaces.
    const first = groupId === 0 || groupId === id ? 0 : (replaced?.parent ?? groupId);
    const parent = parentId !== 0 ? parentId : first;
    const note: OrderNote = {
      marks: replaced === undefined ? marks : { ...marks, orderClass: replaced.marks.orderClass },
      parent,
      legs: inherited,
      replacedBy: 0,
      ended: false,
      updatedAt: NaN,
      triggeredAt: NaN,
      filledAt: NaN,
      canceledAt: NaN,
      expiredAt: NaN,
      commission: 0,
    };
    // A client order id belongs to the submitted order, not to its exits.
    if (parent !== 0 && replaced === undefined) note.marks = { ...marks, clientOrderId: null };
    // An order that was rejected as a replacement replaces nothing.
    if (replaced !== undefined && !isRejected) replaced.replacedBy = id;
    for (const leg of inherited) this.notes[leg - 1]!.parent = id;
    this.notes.push(note);
    const { clientOrderId } = note.marks;
    // The first order of a pair has the client order id.
    if (clientOrderId !== null) this.#ordersByName.set(clientOrderId, id);
    const owner = parent === 0 ? note : this.notes[parent - 1]!;
    if (owner === note) return;
    // The replacement of an exit takes the exit's place in the list.
    owner.legs = replaced === undefined ? [...owner.legs, id] : owner.legs.map((leg) => (leg === replaces ? id : leg));
  }
}

function updateNote(note: OrderNote, { event, time }: OrderEvent): void {
  note.updatedAt = time;
  if (FINAL_EVENTS.has(event)) note.ended = true;
  if (event === "triggered") note.triggeredAt = time;
  else if (event === "fill") note.filledAt = time;
  else if (event === "canceled") note.canceledAt = time;
  else if (event === "expired") note.expiredAt = time;
}
