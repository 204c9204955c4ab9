import type { Broker } from "../broker/broker.ts";
import type { OrderRequest } from "../broker/order-request.ts";
import type { Feed } from "../market/feed.ts";

type Command =
  | { readonly kind: "submit"; readonly feed: Feed; readonly request: OrderRequest }
  | { readonly kind: "close"; readonly feed: Feed; readonly tag: string }
  | { readonly kind: "cancel"; readonly orderId: number };

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
  submit(feed: Feed, request: OrderRequest): number {
    this.#add({ kind: "submit", feed, request });
    return this.#broker.log.length + ++this.#orders;
  }

  /** Returns the id that the closing order will have. */
  close(feed: Feed, tag: string): number {
    this.#add({ kind: "close", feed, tag });
    return this.#broker.log.length + ++this.#orders;
  }

  cancel(orderId: number): void {
    this.#add({ kind: "cancel", orderId });
  }

  /** Hands everything to the broker, in order. */
  execute(time: number, equity: number): void {
    for (let i = 0; i < this.count; i++) {
      const command = this.#commands[i]!;
      if (command.kind === "submit") this.#broker.submit(command.feed, command.request, time, equity);
      else if (command.kind === "close") this.#broker.close(command.feed, command.tag, time, equity);
      else this.#broker.cancel(command.orderId, time);
    }
    this.clear();
  }

  clear(): void {
    this.count = 0;
    this.#orders = 0;
  }

  /** Slots are reused: a queue that empties on every bar must not allocate. */
  #add(command: Command): void {
    if (this.count < this.#commands.length) this.#commands[this.count] = command;
    else this.#commands.push(command);
    this.count++;
  }
}
