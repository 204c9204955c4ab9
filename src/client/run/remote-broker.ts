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
import { retry } from "../retry.ts";

/** A request that waits to be sent, and two facts that the API does not store: the order's tag and size. */
interface QueuedRequest {
  readonly tag: string;
  /** Id promised to the strategy for the first order of the request. 0 means the next free id. */
  readonly id: number;
  /** Size of a new order, if its quantity is known only at the fill. */
  readonly size?: Size | undefined;
  readonly send: (client: Client, key: string) => Promise<OrderRecord | undefined>;
}

/** Broker of a strategy that runs against a server. It knows the orders so far, and queues the strategy's requests until they are sent. */
export class RemoteBroker implements HostBroker {
  readonly log = new OrderLog();
  readonly open: OpenOrders;
  readonly account: AccountRules;
  readonly rules: ExecutionModel;
  /** Recently traded value, which some commissions depend on. */
  readonly traded: RollingValue;
  readonly submitter: HostBroker["submitter"];
  /** Tags of the strategy's orders by order id. */
  readonly tags = new Map<number, string>();
  /** Sizes by order id, for orders whose quantity is computed at the fill. */
  readonly sizes = new Map<number, Size>();
  readonly #requests: QueuedRequest[] = [];
  /** Number of requests sent so far. */
  #sent = 0;
  /** Number of the account, which is part of the order ids of the API. */
  #number = 1;
  /** Local order ids by remote id, and the reverse, for orders that were not sent in the order of their promised ids. */
  readonly #localIds = new Map<number, number>();
  readonly #remoteIds = new Map<number, number>();

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
        this.#enqueue({ tag: order.tag, size, send: (client, key) => client.placeOrder(body, key) });
        this.#release(order, first, second);
      },
      submitPair: (first, second) => {
        const body = pairBody(first, second);
        this.#enqueue({ tag: first.tag, send: (client, key) => client.placeOrder(body, key) });
        this.#release(first, second);
      },
      replaceById: (id, changes) => {
        const named = patchBody(changes);
        // The API requires at least one change, so an empty change repeats the current value.
        const patch =
          Object.keys(named).length > 0 ? named : { time_in_force: this.open.find(id)?.timeInForce.name ?? "gtc" };
        this.#enqueue({ tag: "", send: (client, key) => client.replaceOrder(this.#name(id), patch, key) });
        return 0;
      },
      close: (feed, tag) => {
        const { symbol } = feed.instrument;
        this.#enqueue({
          tag,
          send: (client, key) => client.closePosition(symbol, key).catch(ignoreCodes("POSITION_NOT_FOUND")),
        });
      },
    };
  }

  set number(number: number) {
    this.#number = number;
  }

  cancel(id: number): void {
    this.#enqueue({
      tag: "",
      send: async (client, key) => {
        await client.cancelOrder(this.#name(id), key).catch(ignoreCodes("ORDER_NOT_CANCELABLE", "ORDER_NOT_FOUND"));
        return undefined;
      },
    });
  }

  /** Sends the queued requests one after another, and each again until there is an answer. The service performs each once. */
  async send(client: Client): Promise<void> {
    for (const { tag, id, size, send } of this.#requests) {
      const key = `command-${++this.#sent}`;
      const order = await retry(() => send(client, key), client.http.signal);
      for (const [i, name] of (order === undefined ? [] : [order.id, ...order.legs]).entries()) {
        const number = orderNumber(name);
        if (id > 0 && number !== id + i) {
          this.#localIds.set(number, id + i);
          this.#remoteIds.set(id + i, number);
        }
        this.tags.set(this.idOf(name), tag);
      }
      if (order !== undefined && size !== undefined) this.sizes.set(this.idOf(order.id), size);
    }
    this.#requests.length = 0;
  }

  /** Returns the local id for an order id of the API; 0 for null. */
  idOf(name: string | null): number {
    const number = orderNumber(name);
    return this.#localIds.get(number) ?? number;
  }

  #enqueue(request: Omit<QueuedRequest, "id">): void {
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
    return `ord_${this.#number}_${this.#remoteIds.get(id) ?? id}`;
  }
}

/** Returns a handler that ignores errors with these codes: the order has ended meanwhile, which a local broker ignores, too. */
function ignoreCodes(...codes: readonly string[]): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof ClientError) || !codes.includes(error.code)) throw error;
    return undefined;
  };
}

function patchBody(changes: OrderChanges): OrderPatch {
  const { quantity } = changes;
  return { ...(quantity === undefined ? {} : { quantity }), ...writeFields(changes) } as OrderPatch;
}

/** Extracts the number from an order id of the API; 0 for null. */
function orderNumber(name: string | null): number {
  return name === null ? 0 : Number(name.split("_")[2]);
}

/** Converts an order of a strategy to the body of a request. */
function orderBody(order: Order, firstExit?: Order, secondExit?: Order): NewOrder {
  const exits = [firstExit, secondExit].filter((exit) => exit !== undefined);
  const profit = exits.find((exit) => exit.type.name === "limit");
  const loss = exits.find((exit) => exit !== profit);
  // Members that are undefined are not sent.
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

/** Converts two exits that cancel each other to the body of a request. */
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
