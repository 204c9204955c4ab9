import type { OrderEventKind } from "../../../broker/order-record.ts";
import { formatInstant } from "../../../time/instant.ts";
import { orderRecord } from "../../trading/order-record.ts";
import type { Connection } from "../connection.ts";
import { type DataMessage, eventMessage } from "../data-message.ts";

/** The orders of a client that may still fill, as they stand, each with what happened to it last. */
export function standingOrders({ session, owner }: Connection, isTold: (symbol: string) => boolean): DataMessage[] {
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
