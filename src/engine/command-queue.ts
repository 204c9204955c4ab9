import type { Broker } from "../broker/broker.ts";
import type { OrderChanges } from "../broker/copy-terms.ts";
import type { Intake } from "../broker/intake.ts";
import type { Order } from "../broker/order.ts";
import type { Feed } from "../market/feed.ts";
import { orderInvalid } from "./order-options.ts";

/**
 * What a hook asked for: an order to submit, with the exits that wait for it; two exits of which one cancels the other; an instrument whose
 * position is to end; other terms for an order; or the id of an order to cancel.
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
}

/** How many orders come of what was asked for. */
export function ordersOf({ order, firstExit, secondExit, paired, changes, closing }: Readonly<Command>): number {
  return [order, firstExit, secondExit, paired, changes, closing].filter((entered) => entered !== undefined).length;
}

const LATE =
  "orders must be given in hooks, while the run goes on; this one came after its end, as from a timer or a promise";

/** Who does what was asked for: the broker, or who asks one that is elsewhere. */
export interface CommandTaker {
  readonly log: Pick<Broker["log"], "length">;
  readonly intake: Pick<Intake, "submit" | "submitPair" | "replaceById" | "close">;
  cancel(orderId: number): unknown;
}

/**
 * What hooks asked for, in the order of the calls. Nothing is done before the last hook has returned, so that a remote client can
 * do exactly the same.
 */
export class CommandQueue {
  readonly #broker: CommandTaker;
  readonly #commands: Command[] = [];
  #orders = 0;
  count = 0;
  /** The run has ended: whoever still orders, from a timer or a promise, would never hear that nothing came of it. */
  ended = false;

  constructor(broker: CommandTaker) {
    this.#broker = broker;
  }

  /** Returns the id that the order will have. */
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

  /** Two exits of which one cancels the other. Returns the ids that they will have. */
  pair(first: Order, second: Order): readonly number[] {
    const command = this.#next();
    command.order = first;
    command.paired = second;
    const id = this.#broker.log.length + this.#orders + 1;
    this.#orders += 2;
    return [id, id + 1];
  }

  /** Returns the id that the new order will have. */
  replace(orderId: number, changes: OrderChanges): number {
    const command = this.#next();
    command.canceled = orderId;
    command.changes = changes;
    return this.#broker.log.length + ++this.#orders;
  }

  /** Returns the id that the closing order will have. */
  close(feed: Feed, tag: string): number {
    const command = this.#next();
    command.closing = feed;
    command.tag = tag;
    return this.#broker.log.length + ++this.#orders;
  }

  cancel(orderId: number): void {
    this.#next().canceled = orderId;
  }

  /** Tells what was asked for, in order, each with the id that its order will have. */
  each(told: (command: Readonly<Command>, id: number) => void): void {
    let id = this.#broker.log.length + 1;
    for (let i = 0; i < this.count; i++) {
      const command = this.#commands[i]!;
      told(command, id);
      id += ordersOf(command);
    }
  }

  /** Hands everything to the broker, in order. */
  execute(equity: number): void {
    const broker = this.#broker;
    for (let i = 0; i < this.count; i++) {
      const command = this.#commands[i]!;
      const { order } = command;
      if (order !== undefined) {
        if (command.paired !== undefined) broker.intake.submitPair(order, command.paired, equity);
        else broker.intake.submit(order, equity, command.firstExit, command.secondExit);
      } else if (command.changes !== undefined) broker.intake.replaceById(command.canceled, command.changes, equity);
      else if (command.closing !== undefined) broker.intake.close(command.closing, command.tag, equity);
      else broker.cancel(command.canceled);
    }
    this.clear();
  }

  clear(): void {
    this.count = 0;
    this.#orders = 0;
  }

  /** Slots are reused: a queue that empties on every bar must not allocate. */
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
    return command;
  }
}
