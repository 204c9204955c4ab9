import { missedEvents, NO_PRICES } from "./missed-events.ts";
import type { Channel } from "./channel.ts";
import { foundSymbols } from "./found-symbols.ts";
import type { OrderEventKind } from "../../../broker/order-record.ts";
import { formatInstant } from "../../../time/instant.ts";
import { orderRecord } from "../../trading/order-record.ts";
import type { Connection } from "../connection.ts";
import { type DataMessage, eventMessage } from "../data-message.ts";

/** Orders of the client's account, and every entry of its ledger. */
export const orders: Channel = {
  scope: "trading:read",
  needsSymbols: false,
  takes: ["symbols", "from", "epoch"],

  subscribe(connection, request) {
    const { session, subscriptions, owner } = connection;
    const view = session.view();
    const given = request.symbols ?? [];
    const { accepted, rejected } = foundSymbols(session, view, given);
    const of = given.length === 0 ? "all" : accepted;
    const begin =
      request.from === undefined
        ? []
        : missedEvents(session, request, NO_PRICES, (event) => {
            if (event.type !== "order" && event.type !== "entry") return false;
            const { symbol } = event.type === "order" ? event.order : event.entry;
            return event.key === owner && (of === "all" || (symbol === null ? of.size > 0 : of.has(symbol)));
          });
    if (request.snapshot === true)
      begin.push(...standingOrders(connection, (symbol) => of === "all" || of.has(symbol)));
    const before = subscriptions.orders;
    // Where every symbol is rejected nothing is subscribed: an empty list would read as all.
    if (before === "all" || of === "all") subscriptions.orders = "all";
    else if (of.size > 0) subscriptions.orders = new Set([...(before ?? []), ...of]);
    return { accepted, rejected, begin };
  },

  unsubscribe({ subscriptions }, symbols) {
    const { orders: before } = subscriptions;
    if (before === undefined || before === "all" || symbols === undefined) {
      // Told of all symbols, there is no telling of all but some.
      if (symbols === undefined) subscriptions.orders = undefined;
      return before === undefined || before === "all" ? [] : before;
    }
    const left = new Set([...before].filter((symbol) => !symbols.has(symbol)));
    subscriptions.orders = left.size === 0 ? undefined : left;
    return [...before].filter((symbol) => symbols.has(symbol));
  },

  list({ subscriptions: { orders: of } }) {
    return of === undefined ? [] : [{ channel: "orders", symbols: of === "all" ? [] : [...of] }];
  },
};

/** The orders of a client that may still fill, as they stand, each with what happened to it last. */
function standingOrders({ session, owner }: Connection, isTold: (symbol: string) => boolean): DataMessage[] {
  const account = session.accounts.list().find(({ keyId }) => keyId === owner);
  if (account === undefined) return [];
  const { epoch, offset } = session.events;
  const timestamp = formatInstant(session.accounts.time);
  const { run } = account;
  const { open } = run.driver.broker;
  const live = open.list();
  const ids = live.map(({ id }) => id);
  const last = new Map<number, OrderEventKind>(ids.map((id) => [id, "accepted"]));
  for (let i = 0; i < run.eventCount; i++) {
    const { orderId, event } = run.event(i);
    if (last.has(orderId)) last.set(orderId, event);
  }
  return ids
    .toSorted((a, b) => a - b)
    .map((id) => ({ order: orderRecord(account, id), event: last.get(id)! }))
    .filter(({ order }) => isTold(order.symbol))
    .map(({ order, event }) =>
      eventMessage({ type: "order", key: owner, event, order, timestamp }, epoch, offset - 1, { snapshot: true }),
    );
}
