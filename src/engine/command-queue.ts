import type { Broker } from "../broker/broker.ts";
import type { Order } from "../broker/order.ts";
import type { Feed } from "../market/feed.ts";

/** What a hook asked for: one of an order to submit, an instrument whose position is to end, or the id of an order to cancel. */
class Command {
  order: Order | undefined;
  closing: Feed | undefined;
  tag = "";
  canceled = 0;
}

/**
 * What hooks asked for, in the order of the calls. Nothing is done before the last hook has returned, so that a remote client can
 * do exactly the same.
 */
export class CommandQueue {
  readonly #broker: Broker;
  readonly #commands: Command[] = [];
  #orders = 0;
  count = 0;

  constructor(broker: Broker) {
    this.#broker = broker;
  }

  /** Returns the id that the order will have. */
  submit(order: Order): number {
    this.#next().order = order;
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

  /** Hands everything to the broker, in order. */
  execute(equity: number): void {
    const broker = this.#broker;
    for (let i = 0; i < this.count; i++) {
      const command = this.#commands[i]!;
      if (command.order !== undefined) broker.submit(command.order, equity);
      else if (command.closing !== undefined) broker.close(command.closing, command.tag, equity);
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
    if (this.count === this.#commands.length) this.#commands.push(new Command());
    const command = this.#commands[this.count++]!;
    command.order = undefined;
    command.closing = undefined;
    return command;
  }
}
