import type { CommandTurn } from "../broker/admission.ts";
import type { Broker } from "../broker/broker.ts";
import type { OrderSubmitter } from "../broker/order-submitter.ts";
import { isMarketable } from "../broker/marketable.ts";
import type { Order, OrderChanges } from "../broker/order.ts";
import type { Position } from "../ledger/position.ts";
import type { Feed } from "../market/feed.ts";
import { orderInvalid } from "./order-request.ts";

/**
 * Command of a hook. It submits an order with its exits or an OCO pair, closes a position, or replaces or cancels an
 * order.
 */
class Command {
  order: Order | undefined;
  firstExit: Order | undefined;
  secondExit: Order | undefined;
  paired: Order | undefined;
  changes: OrderChanges | undefined;
  closing: Feed | undefined;
  tag = "";
  canceled = 0;
  /** Instrument whose hook gave the command, or undefined for a hook of all instruments. */
  queueFor: Feed | undefined;
}

/** Returns the number of orders that a command creates. */
export function ordersOf({ order, firstExit, secondExit, paired, changes, closing }: Readonly<Command>): number {
  let count = 0;
  if (order !== undefined) count++;
  if (firstExit !== undefined) count++;
  if (secondExit !== undefined) count++;
  if (paired !== undefined) count++;
  if (changes !== undefined) count++;
  if (closing !== undefined) count++;
  return count;
}

const LATE =
  "orders must be submitted in hooks during the run; this one was submitted after its end, for example by a timer or a promise";

/** Broker for which a strategy queues commands. It may pass them on to a remote broker. */
export interface HostBroker extends Pick<Broker, "log" | "open" | "account" | "rules"> {
  readonly submitter: Pick<OrderSubmitter, "submit" | "submitPair" | "replaceById" | "close" | "nextId">;
  cancel(orderId: number): unknown;
}

/**
 * Queue of the commands of hooks, in the sequence of the calls. No command is executed before the last hook of a moment
 * has returned, so that remote clients behave in the same way.
 */
export class CommandQueue {
  readonly #broker: HostBroker;
  readonly #commands: Command[] = [];
  #orders = 0;
  /** Instrument whose hook is running, or undefined for a hook of all instruments. */
  by: Feed | undefined;
  count = 0;
  /**
   * Whether the run has ended. Later calls, such as from a timer or a promise, throw, since their orders would be lost
   * without notice.
   */
  ended = false;

  constructor(broker: HostBroker) {
    this.#broker = broker;
  }

  /** Queues an order with its exits. Returns the id that the order will have. */
  submit(order: Order, firstExit?: Order, secondExit?: Order): number {
    const command = this.#next();
    command.order = order;
    command.firstExit = firstExit;
    command.secondExit = secondExit;
    const id = this.#broker.log.length + ++this.#orders;
    if (firstExit !== undefined) this.#orders++;
    if (secondExit !== undefined) this.#orders++;
    return id;
  }

  /** Queues an OCO pair of exits. Returns the ids that the two orders will have. */
  pair(first: Order, second: Order): readonly number[] {
    const command = this.#next();
    command.order = first;
    command.paired = second;
    const id = this.#broker.log.length + this.#orders + 1;
    this.#orders += 2;
    return [id, id + 1];
  }

  /** Queues the replacement of an order. Returns the id that the new order will have. */
  replace(orderId: number, changes: OrderChanges): number {
    const command = this.#next();
    command.canceled = orderId;
    command.changes = changes;
    return this.#broker.log.length + ++this.#orders;
  }

  /** Queues the closing of a position. Returns the id that the closing order will have. */
  close(feed: Feed, tag: string): number {
    const command = this.#next();
    command.closing = feed;
    command.tag = tag;
    return this.#broker.log.length + ++this.#orders;
  }

  cancel(orderId: number): void {
    this.#next().canceled = orderId;
  }

  /** Calls a function with each command in sequence, and with the id that the command's order will have. */
  each(visit: (command: Readonly<Command>, id: number) => void): void {
    let id = this.#broker.log.length + 1;
    for (let i = 0; i < this.count; i++) {
      const command = this.#commands[i]!;
      visit(command, id);
      id += ordersOf(command);
    }
  }

  /**
   * Passes all commands to the broker in the sequence of the calls. With positions and feeds, the setting `admission`
   * decides the sequence.
   */
  execute(equity: number, positions?: readonly Position[], feeds: readonly Feed[] = []): void {
    const arranged =
      this.count > 1 && feeds.length > 1 && positions !== undefined && !this.#mayCloseEarlier()
        ? this.#broker.rules.orders.admission.arrange(this.#turns(equity, positions, feeds))
        : undefined;
    if (arranged !== undefined) this.#executeInOrder(arranged, equity);
    else for (let i = 0; i < this.count; i++) this.#execute(this.#commands[i]!, equity);
    this.clear();
  }

  /**
   * Whether a position may already be closed when a close command is executed, since orders may fill on submission.
   * Such a command creates no order, which shifts ids.
   */
  #mayCloseEarlier(): boolean {
    if (!this.#broker.rules.timing.mayFillAtSubmission()) return false;
    const asked = new Set<Feed>();
    for (const { order, closing } of this.#commands.slice(0, this.count)) {
      if (closing !== undefined && asked.has(closing)) return true;
      const feed = order?.feed ?? closing;
      if (feed !== undefined) asked.add(feed);
    }
    return false;
  }

  /** Executes commands in another sequence, in which each order keeps the id that its call returned. */
  #executeInOrder(arranged: readonly CommandTurn[], equity: number): void {
    const { log, submitter } = this.#broker;
    const ids: number[] = [];
    this.each((_, id) => ids.push(id));
    log.reserve(log.length + this.#orders);
    for (const { place } of arranged) {
      submitter.nextId = ids[place]!;
      this.#execute(this.#commands[place]!, equity);
    }
    submitter.nextId = 0;
  }

  #execute(command: Command, equity: number): void {
    const { submitter } = this.#broker;
    const { order } = command;
    if (order !== undefined) {
      if (command.paired !== undefined) submitter.submitPair(order, command.paired, equity);
      else submitter.submit(order, equity, command.firstExit, command.secondExit);
    } else if (command.changes !== undefined) submitter.replaceById(command.canceled, command.changes, equity);
    else if (command.closing !== undefined) submitter.close(command.closing, command.tag, equity);
    else this.#broker.cancel(command.canceled);
  }

  /** Returns the commands with the facts by which an admission rule arranges them. */
  #turns(equity: number, positions: readonly Position[], feeds: readonly Feed[]): readonly CommandTurn[] {
    const turns: CommandTurn[] = [];
    /** Position in each instrument after the market orders of this moment. */
    const left = new Map<Feed, number>();
    for (let place = 0; place < this.count; place++) {
      const command = this.#commands[place]!;
      const { order, paired, closing, changes, queueFor } = command;
      const feed = order?.feed ?? closing ?? this.#feedOf(command.canceled, feeds);
      let reduces = true;
      if (changes !== undefined) reduces = this.#isExit(this.#broker.open.find(command.canceled));
      else if (order !== undefined && paired === undefined)
        reduces = this.#isExit(order) || this.#onlyReduces(order, equity, positions, left);
      turns.push({ place, feed, reduces, by: queueFor });
    }
    return turns;
  }

  /** Whether an order can only reduce a position, by its terms. */
  #isExit(order: Order | undefined): boolean {
    return order !== undefined && (order.reduceOnly || (order.sign < 0 && !this.#broker.account.allowsShort));
  }

  /** Whether an order only reduces the opposite position, as earlier orders of the moment leave it. */
  #onlyReduces(order: Order, equity: number, positions: readonly Position[], left: Map<Feed, number>): boolean {
    const { feed, sign, size } = order;
    const held = left.get(feed) ?? positions[feed.index]!.quantity;
    if (held * sign >= 0) return false;
    const units = size.quantity ?? this.#broker.account.expectedUnits(order, equity);
    if (units > Math.abs(held)) return false;
    if (isMarketable(order)) left.set(feed, held + sign * units);
    return true;
  }

  /** Returns the instrument of an order that was submitted earlier or is still queued. */
  #feedOf(id: number, feeds: readonly Feed[]): Feed {
    const { log } = this.#broker;
    if (log.has(id)) return feeds[log.outline(id).feed]!;
    let feed = feeds[0]!;
    this.each((command, first) => {
      if (id < first || id >= first + ordersOf(command)) return;
      feed = command.order?.feed ?? command.closing ?? this.#feedOf(command.canceled, feeds);
    });
    return feed;
  }

  /** Discards all queued commands. */
  clear(): void {
    this.count = 0;
    this.#orders = 0;
  }

  /**
   * Returns the next command object. Objects are reused, so that a queue that empties on every bar allocates no memory.
   */
  #next(): Command {
    if (this.ended) throw orderInvalid(LATE, {});
    if (this.count === this.#commands.length) this.#commands.push(new Command());
    const command = this.#commands[this.count++]!;
    command.order = undefined;
    command.firstExit = undefined;
    command.secondExit = undefined;
    command.paired = undefined;
    command.changes = undefined;
    command.closing = undefined;
    command.queueFor = this.by;
    return command;
  }
}
