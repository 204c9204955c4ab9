import { type Account as AccountRules } from "../../broker/accounts/account.ts";
import { accountOf } from "../../broker/accounts/account-of.ts";
import type { BrokerRules } from "../../broker/broker-rules.ts";
import type { OrderChanges } from "../../broker/copy-terms.ts";
import { OpenOrders } from "../../broker/open-orders.ts";
import { OrderLog } from "../../broker/order-log.ts";
import type { Order } from "../../broker/order.ts";
import type { CommandTaker } from "../../engine/command-queue.ts";
import type { RunningBroker } from "../../engine/running.ts";
import type { Portfolio } from "../../ledger/portfolio.ts";
import type { Feed } from "../../market/feed.ts";
import { pointsOfShare } from "../../primitives/percent-points.ts";
import { type Client } from "../create-client.ts";
import { ClientError } from "../client-error.ts";
import { orderBody, pairBody } from "./order-body.ts";

/** What is asked of the service, with the tag that its first order bears here. */
interface Request {
  readonly tag: string;
  readonly orders: number;
  readonly send: (client: Client) => Promise<unknown>;
}

/**
 * The broker of a run that is elsewhere: what is known of its orders, and what the strategy asked for, in order, until it is sent.
 */
export class RemoteBroker implements RunningBroker, CommandTaker {
  readonly log = new OrderLog();
  readonly open: OpenOrders;
  readonly account: AccountRules;
  readonly rules: BrokerRules;
  readonly intake: CommandTaker["intake"];
  /** Tags by the id that an order will have. */
  readonly tags = new Map<number, string>();
  readonly #requests: Request[] = [];
  /** The number of the account, by which the service names its orders. */
  #number = 1;

  constructor(rules: BrokerRules, portfolio: Portfolio, feeds: readonly Feed[]) {
    this.rules = rules;
    this.open = new OpenOrders(rules.orderLife);
    this.account = accountOf(rules, portfolio, feeds, this.open);
    this.intake = {
      submit: (order, _, first, second) => {
        const body = orderBody(order, first, second);
        const orders = 1 + (first === undefined ? 0 : 1) + (second === undefined ? 0 : 1);
        this.#add({ tag: order.tag, orders, send: (client) => client.placeOrder(body) });
        this.#release(order, first, second);
      },
      submitPair: (first, second) => {
        const body = pairBody(first, second);
        this.#add({ tag: first.tag, orders: 2, send: (client) => client.placeOrder(body) });
        this.#release(first, second);
      },
      replaceById: (id, changes) => {
        this.#add({ tag: "", orders: 1, send: (client) => client.replaceOrder(this.#name(id), patchOf(changes)) });
        return 0;
      },
      close: (feed, tag) => {
        const { symbol } = feed.instrument;
        this.#add({
          tag,
          orders: 1,
          send: (client) => client.closePosition(symbol).catch(unless("POSITION_NOT_FOUND")),
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
      orders: 0,
      send: (client) => client.cancelOrder(this.#name(id)).catch(unless("ORDER_NOT_CANCELABLE", "ORDER_NOT_FOUND")),
    });
  }

  /** Sends what was asked for, one after the other. */
  async send(client: Client): Promise<void> {
    let next = this.log.length + 1;
    for (const { tag, orders, send } of this.#requests) {
      for (let i = 0; i < orders; i++) this.tags.set(next++, tag);
      await send(client);
    }
    this.#requests.length = 0;
  }

  #add(request: Request): void {
    this.#requests.push(request);
  }

  #release(...orders: readonly (Order | undefined)[]): void {
    for (const order of orders) {
      if (order === undefined) continue;
      order.special = true;
      this.open.release(order);
    }
  }

  #name(id: number): string {
    return `ord_${this.#number}_${id}`;
  }
}

/** What has ended meanwhile is no error: a run's own broker does nothing then. */
function unless(...codes: readonly string[]): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof ClientError) || !codes.includes(error.code)) throw error;
  };
}

function patchOf({ quantity, limitPrice, stopPrice, trailAmount, trailPercent }: OrderChanges) {
  return {
    ...(quantity === undefined ? {} : { quantity }),
    ...(limitPrice === undefined ? {} : { limit_price: limitPrice }),
    ...(stopPrice === undefined ? {} : { stop_price: stopPrice }),
    ...(trailAmount === undefined ? {} : { trail_amount: trailAmount }),
    ...(trailPercent === undefined ? {} : { trail_percent: pointsOfShare(trailPercent) }),
  };
}
