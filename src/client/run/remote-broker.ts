import type { Account as AccountRules } from "../../broker/accounts/account.ts";
import { createAccount } from "../../broker/accounts/create-account.ts";
import type { ExecutionModel } from "../../broker/models/execution-model.ts";
import { OpenOrders } from "../../broker/open-orders.ts";
import { PRICE_ROWS } from "../../broker/order-fields.ts";
import { OrderLog } from "../../broker/order-log.ts";
import type { Order, OrderChanges } from "../../broker/order.ts";
import { RollingValue } from "../../broker/rolling-value.ts";
import type { Size } from "../../broker/sizing.ts";
import type { HostBroker } from "../../engine/command-queue.ts";
import type { Portfolio } from "../../ledger/portfolio.ts";
import type { Feed } from "../../market/feed.ts";
import type { OrderRecord } from "../../schemas/order.ts";
import { writeFields } from "../../schemas/order-codec.ts";
import type { OrderPatch } from "../../schemas/order-request.ts";
import { ClientError } from "../client-error.ts";
import type { Client } from "../create-client.ts";
import type { NewOrder } from "../requests/trading-requests.ts";
import { retried } from "../retried.ts";

/** What is asked of the service under a key by which it is done once, with what is known here alone of its orders: their tag and the size. */
interface Request {
  readonly tag: string;
  /** The id of its first order where that was promised; 0 for the next one. */
  readonly id: number;
  /** How much a new order is of, where it is known at its fill. */
  readonly size?: Size | undefined;
  readonly send: (client: Client, key: string) => Promise<OrderRecord | undefined>;
}

/**
 * The broker of a run that is elsewhere: what is known of its orders, and what the strategy asked for, in order, until it is sent.
 */
export class RemoteBroker implements HostBroker {
  readonly log = new OrderLog();
  readonly open: OpenOrders;
  readonly account: AccountRules;
  readonly rules: ExecutionModel;
  /** Money that was traded of late, by which some commissions go. */
  readonly traded: RollingValue;
  readonly submitter: HostBroker["submitter"];
  /** Tags of orders that were asked for, by their ids. */
  readonly tags = new Map<number, string>();
  /** What orders that are sized at their fill are of, by their ids. */
  readonly sizes = new Map<number, Size>();
  readonly #requests: Request[] = [];
  /** Requests that were done. */
  #done = 0;
  /** The number of the account, by which the service names its orders. */
  #number = 1;
  /** Orders that were not sent in the order in which their ids were promised: our ids by those of the service, and the other way. */
  readonly #ours = new Map<number, number>();
  readonly #theirs = new Map<number, number>();

  constructor(rules: ExecutionModel, portfolio: Portfolio, feeds: readonly Feed[], now: { readonly time: number }) {
    this.rules = rules;
    this.open = this.log.open = new OpenOrders(rules.orders.timeInForce);
    this.traded = new RollingValue(now);
    this.account = createAccount(rules, portfolio, feeds, this.open, this.traded);
    this.submitter = {
      nextId: 0,
      submit: (order, _, first, second) => {
        const body = orderBody(order, first, second);
        const size = rules.sizing.isSizedAtFill(order.size) ? order.size : undefined;
        this.#add({ tag: order.tag, size, send: (client, key) => client.placeOrder(body, key) });
        this.#release(order, first, second);
      },
      submitPair: (first, second) => {
        const body = pairBody(first, second);
        this.#add({ tag: first.tag, send: (client, key) => client.placeOrder(body, key) });
        this.#release(first, second);
      },
      replaceById: (id, changes) => {
        const named = patchOf(changes);
        // The service wants a change by name: of none, what stays as it is.
        const patch =
          Object.keys(named).length > 0 ? named : { time_in_force: this.open.find(id)?.timeInForce.name ?? "gtc" };
        this.#add({ tag: "", send: (client, key) => client.replaceOrder(this.#name(id), patch, key) });
        return 0;
      },
      close: (feed, tag) => {
        const { symbol } = feed.instrument;
        this.#add({
          tag,
          send: (client, key) => client.closePosition(symbol, key).catch(unless("POSITION_NOT_FOUND")),
        });
      },
    };
  }

  set number(number: number) {
    this.#number = number;
  }

  cancel(id: number): void {
    this.#add({
      tag: "",
      send: async (client, key) => {
        await client.cancelOrder(this.#name(id), key).catch(unless("ORDER_NOT_CANCELABLE", "ORDER_NOT_FOUND"));
        return undefined;
      },
    });
  }

  /** Sends what was asked for, one after the other: each until it is answered, and it is done once. */
  async send(client: Client): Promise<void> {
    for (const { tag, id, size, send } of this.#requests) {
      const key = `command-${++this.#done}`;
      const order = await retried(() => send(client, key), client.http.signal);
      for (const [i, name] of (order === undefined ? [] : [order.id, ...order.legs]).entries()) {
        const number = numberOf(name);
        if (id > 0 && number !== id + i) {
          this.#ours.set(number, id + i);
          this.#theirs.set(id + i, number);
        }
        this.tags.set(this.idOf(name), tag);
      }
      if (order !== undefined && size !== undefined) this.sizes.set(this.idOf(order.id), size);
    }
    this.#requests.length = 0;
  }

  /** The id that an order of the service has here; 0 for none. */
  idOf(name: string | null): number {
    const number = numberOf(name);
    return this.#ours.get(number) ?? number;
  }

  #add(request: Omit<Request, "id">): void {
    this.#requests.push({ ...request, id: this.submitter.nextId });
  }

  #release(...orders: readonly (Order | undefined)[]): void {
    for (const order of orders) {
      if (order === undefined) continue;
      order.special = true;
      this.open.release(order);
    }
  }

  #name(id: number): string {
    return `ord_${this.#number}_${this.#theirs.get(id) ?? id}`;
  }
}

/** What has ended meanwhile is no error: a run's own broker does nothing then. */
function unless(...codes: readonly string[]): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof ClientError) || !codes.includes(error.code)) throw error;
    return undefined;
  };
}

function patchOf(changes: OrderChanges): OrderPatch {
  const { quantity } = changes;
  return { ...(quantity === undefined ? {} : { quantity }), ...writeFields(changes) } as OrderPatch;
}

/** The number in its account of the order of that name; 0 for none. */
function numberOf(name: string | null): number {
  return name === null ? 0 : Number(name.split("_")[2]);
}

/** What a strategy asks for, as the service takes it. */
function orderBody(order: Order, firstExit?: Order, secondExit?: Order): NewOrder {
  const exits = [firstExit, secondExit].filter((exit) => exit !== undefined);
  const profit = exits.find((exit) => exit.type.name === "limit");
  const loss = exits.find((exit) => exit !== profit);
  // What is undefined is not sent.
  const { quantity, stopPrice, ...size } = order.size;
  return {
    symbol: order.feed.instrument.symbol,
    side: order.sign > 0 ? "buy" : "sell",
    type: order.type.name,
    ...(quantity === undefined ? { sizing: { ...size, stop_price: stopPrice } } : { quantity }),
    ...writeFields(order, order.type),
    order_class: exits.length === 0 ? "simple" : exits.length === 1 ? "oto" : "bracket",
    ...(profit === undefined ? {} : { take_profit: writeFields(profit, profit.type, PRICE_ROWS) }),
    ...(loss === undefined ? {} : { stop_loss: writeFields(loss, loss.type, PRICE_ROWS) }),
  } as NewOrder;
}

/** Two exits of which one cancels the other, as the service takes them. */
function pairBody(profit: Order, loss: Order): NewOrder {
  return {
    symbol: profit.feed.instrument.symbol,
    side: profit.sign > 0 ? "buy" : "sell",
    type: "limit",
    quantity: profit.size.quantity!,
    time_in_force: profit.timeInForce.name,
    order_class: "oco",
    take_profit: writeFields(profit, profit.type, PRICE_ROWS),
    stop_loss: writeFields(loss, loss.type, PRICE_ROWS),
  } as NewOrder;
}
