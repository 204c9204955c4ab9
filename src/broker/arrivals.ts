import type { Feed } from "../market/feed.ts";
import { begin } from "./activation.ts";
import { among } from "./among.ts";
import type { OpenOrders } from "./open-orders.ts";
import { STATUS } from "./order-codes.ts";
import type { OrderLog } from "./order-log.ts";

/**
 * Orders under way, and those for hours outside the session, reach the market, at the opens of bars or, when `closed`, at their closes and at
 * those of sessions. Of a bar that was forming when an order arrived only the close is its own; an order that arrives at the very close comes after it.
 */
export function arrive(
  open: OpenOrders,
  feeds: readonly Feed[],
  closed: boolean,
  log: OrderLog,
  now: { readonly time: number },
): void {
  const { pending } = open;
  for (let i = 0; i < pending.count; i++) {
    const order = open.at[pending.at[i]!]!;
    const { feed } = order;
    if (order.status !== STATUS.accepted) continue;
    // Orders for all hours meet the bars too that lie outside of those of the calendar.
    const early = !closed && order.extendedHours && feed.extended?.[feed.opened] === 1;
    if (!early && order.eligibleAt <= order.submittedAt) continue;
    if (order.eligibleAt > now.time || (closed && order.eligibleAt === now.time)) continue;
    if (order.timeInForce.auction === "open" || !among(feeds, feed)) continue;
    begin(order, log, now);
    order.insideBar = closed ? feed.opened : feed.quotes === undefined ? -1 : feed.opened;
  }
  pending.keep(open.at, STATUS.accepted);
}

/** Orders that waited for sessions that open begin to work, or where the hours outside them are `extended`, those that are for all hours. */
export function awake(
  open: OpenOrders,
  feeds: readonly Feed[],
  extended: boolean,
  log: OrderLog,
  now: { readonly time: number },
): void {
  const { pending } = open;
  for (let i = 0; i < pending.count; i++) {
    const order = open.at[pending.at[i]!]!;
    if (order.status !== STATUS.accepted || order.eligibleAt > now.time || !among(feeds, order.feed)) continue;
    // Opening auctions are those of sessions.
    if (extended && (!order.extendedHours || order.timeInForce.auction === "open")) continue;
    begin(order, log, now);
  }
  pending.keep(open.at, STATUS.accepted);
}
